public import Foundation
import LiveLoop
import Models
import MotionCore
import WireProtocol

/// What lights up and sounds on the device when a label is entered or left.
public enum MotionFeedback: Sendable, Equatable {
    /// LED 0 while the first label but rest is held, LED 1 with the second, and so on round four LEDs.
    case standard
    /// Nothing.
    case none
    /// What a YAML file of at most 1 MB says; docs/LIVE.md shows one.
    case map(contentsOf: URL)

    func table(for model: MotionModel) throws(MotionError) -> FeedbackTable {
        let path: String?
        switch self {
        case .standard: path = nil
        case .none: return FeedbackTable()
        case .map(let file): path = try file.filePath(else: .feedbackMap)
        }
        do throws(FeedbackMapError) {
            return try FeedbackMap.table(readingFileAt: path, for: model.live)
        } catch {
            throw MotionError(error)
        }
    }

    /// What became of one command.
    public struct Outcome: Sendable, Equatable, CustomStringConvertible {
        public enum Result: String, Sendable {
            case ok
            /// It came after its time to live, and was not applied.
            case late
            /// The device has no such light or buzzer.
            case unsupported
            case refused
            /// No answer came.
            case lost
        }

        public let result: Result
        /// Seconds from sending it to the answer, or to giving up.
        public let roundTrip: Double

        init(_ outcome: FeedbackOutbox.Outcome) {
            result =
                switch outcome.status {
                case .ok, .duplicate: .ok
                case .late: .late
                case .unsupported: .unsupported
                case .refused: .refused
                case nil: .lost
                }
            roundTrip = Double(outcome.roundTrip) / 1_000_000
        }

        public var description: String { "command \(result.rawValue) after \(Int(saturating: (roundTrip * 1000).rounded())) ms" }
    }
}
