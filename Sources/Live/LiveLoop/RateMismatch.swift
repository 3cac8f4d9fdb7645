import Formatting

/// Samples come at another rate than HELLO announced.
public struct RateMismatch: Sendable, Equatable {
    /// Samples per second as they come, over at least two seconds.
    public let measured: Double
    /// As HELLO has it.
    public let announced: Double
    /// By this machine's clock; the device's own stamps agree with what it announced.
    public let byHostClock: Bool
    /// Nothing is predicted until it fits.
    public let isPaused: Bool

    var sentence: Sentence {
        let clock = byHostClock ? "by this machine's clock, though its stamps say otherwise" : "by its own stamps"
        let consequence = isPaused ? "; nothing is predicted until it fits (\(.trustRate) insists)" : "" as Sentence
        return
            "\(String(printing: "the device announces %.4g Hz and sends at %.4g Hz ", announced, measured))\(clock)\(consequence)"
    }
}
