import Foundation

/// A level that goes towards where it is wanted as a muscle moves it: quickly at first, then ever more slowly.
struct ApproachedLevel: Sendable {
    private(set) var value: Double
    private let share: Double

    /// - Parameters:
    ///   - seconds: after which 63 % of the way are gone.
    ///   - rate: of `approach` calls, in hertz.
    init(_ value: Double, seconds: Double, rate: Double) {
        self.value = value
        share = 1 - exp(-1 / (seconds * rate))
    }

    mutating func approach(_ wanted: Double) { value += share * (wanted - value) }
}
