import Formatting
public import Foundation
import LiveLoop
import MotionCore
public import MotionRecognition
import WireProtocol

/// What lights up and sounds on the device when a label is entered or left.
public enum MotionFeedback: Sendable, Equatable {
    /// LED 0 while the first label but rest is held, LED 1 with the second, and so on round four LEDs.
    case standard
    /// Nothing.
    case none
    /// What a YAML file of at most 1 MB says; docs/LIVE.md shows one.
    case map(URL)

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
        /// How a command ended.
        public enum Result: String, Sendable {
            /// The device applied it.
            case ok
            /// It came after its time to live, and was not applied.
            case late
            /// The device has no such light or buzzer.
            case unsupported
            /// The device could not make sense of it.
            case refused
            /// No answer came, or there was no device to send it to.
            case lost
        }

        /// Why something was commanded.
        public enum Cause: Sendable, Equatable {
            /// A label was entered or left.
            case event(MotionEvent.Phase, label: String)
            /// The program asked for it itself, as by `LiveMotion.perform`.
            case request
        }

        /// What was commanded.
        public let action: MotionAction
        /// Why.
        public let cause: Cause
        /// How it ended.
        public let result: Result
        /// Seconds from sending it to the answer, or to giving up; 0 if it was never sent.
        public let roundTrip: Double

        init(_ outcome: FeedbackOutbox.Outcome, labels: [String]) {
            action = MotionAction(outcome.action)
            cause =
                switch outcome.cause {
                case .entered(let label): .event(.entered, label: labels[Int(label)])
                case .left(let label): .event(.left, label: labels[Int(label)])
                case .request: .request
                }
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

        /// `led 0 on for shake: ok after 3 ms`.
        public var description: String {
            let why =
                switch cause {
                case .event(_, let label): " for \(printable(label))"
                case .request: ""
                }
            return "\(action)\(why): \(result.rawValue) after \(Int(saturating: (roundTrip * 1000).rounded())) ms"
        }
    }
}
