package import Formatting

/// Why nothing can be told to an outlet.
package enum OutletError: ExplainedError, Equatable {
    /// No address that an outlet has.
    case notAnAddress(String, problem: String)
    /// The name of a host leads nowhere.
    case noSuchHost(String, reason: String)
    /// MQTT needs a library that is not installed.
    case noLibrary(String)
    /// The library, or the system, refuses something that the address names.
    case refused(address: String, reason: String)
    /// A socket in the way, or a folder that may not be written.
    case notServed(path: String, reason: String)

    package var kind: FailureKind {
        switch self {
        case .notAnAddress: .usage
        case .noSuchHost, .noLibrary, .refused, .notServed: .unavailable
        }
    }

    package var sentence: Sentence {
        switch self {
        case .notAnAddress(let address, let problem): Sentence("\(printable(address)) \(problem)")
        case .noSuchHost(let host, let reason): Sentence("the host \(printable(host)) is not found: \(reason)")
        case .noLibrary(let reason):
            Sentence(
                "MQTT needs the library libmosquitto, version 2 or later; install it (Debian: apt-get install libmosquitto1; macOS: brew install mosquitto): \(reason)"
            )
        case .refused(let address, let reason): Sentence("\(printable(address)) cannot be told anything: \(reason)")
        case .notServed(let path, let reason): Sentence("no socket can be made at \(printable(path)): \(reason)")
        }
    }
}
