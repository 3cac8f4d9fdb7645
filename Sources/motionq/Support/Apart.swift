import ArgumentParser
import Files
import Presentation
import Recording

/// Refuses an output that is one of the inputs, however either is named: as the same file, through links, or as a hard link.
///
/// - Parameter called: what is written, for the sentence.
func requireApart(_ output: String, called name: String, option: String, from inputs: [String]) throws {
    guard let written = FileIdentity(of: output) else { return }
    for path in inputs where FileIdentity(of: path) == written {
        throw ValidationError("\(printable(path)) would be overwritten by \(name); choose another \(option)")
    }
}

/// These paths and the recordings in the folders among them, as far as they can be listed: the verb says what cannot.
func withRecordings(_ paths: [String]) -> [String] {
    paths + paths.flatMap { (try? recordingFiles(at: [$0])) ?? [] }
}

/// Refuses a name that is no text: of a port, or of a label.
func requireText(_ name: String, _ option: String) throws {
    guard !UndecodableBytes.occur(in: name) else {
        throw ValidationError("\(option) wants UTF-8, which \(printable(name)) is not; choose another name")
    }
}
