import Formatting
import MotionRecognition

// Why a live run, and nothing else that recognises, cannot use a device.

extension MisfitError {
    static let noShadow = MisfitError(
        reason: .shadow,
        sentence: "the device does not classify by itself, so there is nothing to compare"
            + "\(remedy: "flash a firmware that holds the network (\(code: .export)), or leave \(.shadow) out")")

    static let otherVersion = MisfitError(
        reason: .version,
        sentence:
            "the device speaks another major version of the protocol than 1\(remedy: "update its firmware, or use a matching motionq")"
    )
}
