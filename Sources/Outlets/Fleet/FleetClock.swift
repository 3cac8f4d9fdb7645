import Foundation

enum FleetClock {
    /// Seconds since 1970.
    static func now() -> Double { Date().timeIntervalSince1970 }
}
