package import Formatting

/// Why nothing can be told to an outlet.
package enum OutletError: ExplainedError, Equatable {
    /// The name of a host leads nowhere.
    case noSuchHost(String, reason: String)
    /// A socket in the way, or a folder that may not be written.
    case notServed(path: String, reason: String)

    package var kind: FailureKind { .unavailable }

    package var sentence: Sentence {
        switch self {
        case .noSuchHost(let host, let reason): Sentence("the host \(printable(host)) is not found: \(reason)")
        case .notServed(let path, let reason): Sentence("no socket can be made at \(printable(path)): \(reason)")
        }
    }
}
