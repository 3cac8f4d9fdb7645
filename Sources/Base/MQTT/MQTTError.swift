package import Formatting

/// Why there is no connection to a broker.
package enum MQTTError: ExplainedError, Equatable {
    /// It needs a library that is not installed.
    case noLibrary(String)
    /// The library, or the system, refuses something that the address names.
    case refused(address: String, reason: String)

    package var kind: FailureKind { .unavailable }

    package var sentence: Sentence {
        switch self {
        case .noLibrary(let reason):
            Sentence(
                "MQTT needs the library libmosquitto, version 2 or later; install it (Debian: apt-get install libmosquitto1; macOS: brew install mosquitto): \(reason)"
            )
        case .refused(let address, let reason): Sentence("\(printable(address)) cannot be told anything: \(reason)")
        }
    }
}
