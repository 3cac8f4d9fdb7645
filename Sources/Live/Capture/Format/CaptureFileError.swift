package import Files
package import Formatting

/// Why a capture cannot be read or kept.
package enum CaptureFileError: ExplainedError, Equatable {
    /// What the file system says.
    case file(FileError)
    /// The file begins as no capture does.
    case noCapture(String)
    /// A later version of the program wrote it.
    case later(String)
    /// A record is damaged; so many bytes before it are whole.
    case damaged(String, at: Int)
    /// There is a file in the capture's place.
    case present(String)
    /// The system gives no thread to write on.
    case noThread(String)

    package var kind: FailureKind {
        switch self {
        case .file(let error): error.kind
        case .noCapture, .later, .damaged: .badData
        case .present: .usage
        case .noThread: .unavailable
        }
    }

    package var sentence: Sentence {
        switch self {
        case .file(let error): error.sentence
        case .noCapture(let path): "\(path) is no capture\(remedy: "name a file in which a capture was kept")"
        case .later(let path): "\(path) is a capture of a later version of this program\(remedy: "replay it with that one")"
        case .damaged(let path, let at):
            "\(path) is damaged \(at) bytes from its beginning\(remedy: "get the file again; what stands before is whole")"
        case .present(let path): "\(path) is there already\(remedy: "name a new file for the capture")"
        case .noThread(let reason): Sentence(reason)
        }
    }
}
