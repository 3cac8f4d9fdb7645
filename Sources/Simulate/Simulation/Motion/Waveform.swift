import Foundation

/// One period of a gesture, from phase 0 to 1, for the angles that follow it.
enum Waveform: Sendable {
    /// To and fro; `overtone` is the size of the second harmonic.
    case shake(overtone: Double)
    /// Up in the part `rise` of the period, down to an abrupt stop, then still until the next; `abruptness` is above 1.
    case chop(rise: Double, stop: Double, abruptness: Double)
    /// To one side and to the other with a little rest at each; `turning` is the part of the time that is not rest.
    case drive(turning: Double)

    /// The main course, within ±1 (a shake's overtone on top).
    func value(phase: Double) -> Double {
        let part = phase - phase.rounded(.down)
        switch self {
        case .shake(let overtone):
            return sin(2 * .pi * part) + overtone * sin(4 * .pi * part + 1)
        case .chop(let rise, let stop, let abruptness):
            if part < rise { return 2 * minimumJerk(part / rise) - 1 }
            // The power delays the way down and so shortens the braking at its end.
            return 1 - 2 * minimumJerk(pow((part - rise) / (stop - rise), abruptness))
        case .drive(let turning):
            let half = part < 0.5 ? part * 2 : part * 2 - 1
            let way = 2 * minimumJerk(half / turning) - 1
            return part < 0.5 ? way : -way
        }
    }

    /// What rings in hand and forearm after a chop's stop, within ±1; 0 for the others.
    ///
    /// - Parameter frequency: periods per second.
    func ringing(phase: Double, frequency: Double) -> Double {
        guard case .chop(_, let stop, _) = self else { return 0 }
        let since = phase - stop
        let seconds = (since - since.rounded(.down)) / frequency
        return (1 - exp(-seconds / 0.012)) * exp(-seconds / 0.05) * sin(2 * .pi * 11 * seconds)
    }
}
