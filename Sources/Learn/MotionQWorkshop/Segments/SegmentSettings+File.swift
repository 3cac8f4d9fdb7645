import Files
public import Formatting
import Foundation
public import SignalProcessing

extension SegmentSettings {
    /// Bytes that a file of settings may have.
    private static let most = 1 << 16

    /// Reads what `json` wrote.
    ///
    /// - Throws: that there is no such file, or a `SegmentSettingsError`.
    public init(readingFileAt path: String) throws {
        let bytes = try WholeFile.bytes(ofFileAt: path, limit: Self.most)
        guard let written = try? JSONDecoder().decode(Written.self, from: Data(bytes)), written.type == Self.type else {
            throw SegmentSettingsError(
                "\(path) holds no settings of segments\(remedy: "make some with \(code: .segment, .setting(.fit, "RECORDINGS"), .setting(.save, "FILE"))")"
            )
        }
        guard let evidence = Evidence(rawValue: written.evidence) else {
            throw SegmentSettingsError("\(path): evidence is “motion” or “rest”")
        }
        self.init(
            evidence: evidence, start: written.start, stop: written.stop, smoothing: written.smoothing_s, pause: written.pause_s,
            least: written.least_s, preRoll: written.pre_roll_s, trim: written.trim_s)
        guard isValid else {
            throw SegmentSettingsError("\(path): a number lies outside of its range\(remedy: "fit the settings anew")")
        }
    }

    /// One object, as a file has it.
    public var json: JSONLine {
        var line = JSONLine(type: Self.type)
        line.add("evidence", evidence.rawValue)
        line.add("start", start)
        line.add("stop", stop)
        line.add("smoothing_s", smoothing)
        line.add("pause_s", pause)
        line.add("least_s", least)
        line.add("pre_roll_s", preRoll)
        line.add("trim_s", trim)
        return line
    }

    private static let type = "segments"

    private struct Written: Decodable {
        let type: String
        let evidence: String
        let start: Double
        let stop: Double
        let smoothing_s: Double
        let pause_s: Double
        let least_s: Double
        let pre_roll_s: Double
        let trim_s: Double
    }
}

/// What is wrong with a file of settings, and the mend: one sentence.
public struct SegmentSettingsError: ExplainedError {
    public let kind = FailureKind.badData
    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    public let sentence: Sentence

    init(_ sentence: Sentence) { self.sentence = sentence }
}
