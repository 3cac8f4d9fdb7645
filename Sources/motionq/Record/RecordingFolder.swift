import Files
import Formatting
import GuidedSessions
import LiveLoop
import Models

/// A folder that recordings are added to, new or with others of the same kind.
struct RecordingFolder {
    private let path: String
    /// What the device must measure like.
    let fit: DataSetFit

    /// Bytes of a name: a file is named after the subject.
    static let longestName = 64

    init(_ path: String) throws {
        if let kind = FileKind(at: path), kind != .folder {
            throw Refusal(.noInput, "\(path) is no folder; name one for the recordings, which need not be there")
        }
        self.path = path
        fit = try DataSetFit(folder: path)
    }

    /// A recording that the folder does not have yet.
    func options(_ plan: RecordingPlan, subject: String, live: LiveOptions, derives: Bool) throws -> RecorderOptions {
        let session = try nextSession(of: subject)
        return RecorderOptions(
            plan: plan, subject: subject, session: session, path: Path.joined(path, session + ".csv"), fit: fit, rate: live.rate,
            cues: live.cues, derives: derives, program: "motionq \(MotionQ.version)")
    }

    /// The first name of this person's that the folder does not have. What turns or hides text in it is a `_`: a folder's listing
    /// is read by people.
    private func nextSession(of subject: String) throws -> String {
        let subject = String(String.UnicodeScalarView(subject.unicodeScalars.map { $0.deceives ? "_" : $0 }))
        var names: Set<String> = []
        if FileKind(at: path) != nil {
            do throws(FileError) { names = Set(try Folder.names(in: path)) } catch { throw Refusal(error) }
        }
        var number = 1
        while names.contains("\(subject)-\(number).csv") || names.contains("\(subject)-\(number).csv.gz") { number += 1 }
        return "\(subject)-\(number)"
    }

    /// Whether a person or a label may be called so: a file is named after one, a column holds the other.
    static func isGood(_ name: String) -> Bool {
        (1...longestName).contains(name.utf8.count) && ModelDescription.isReadable(name: name)
            && !name.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "/") } && name.first != "." && name.first != " "
            && name.last != " "
    }
}
