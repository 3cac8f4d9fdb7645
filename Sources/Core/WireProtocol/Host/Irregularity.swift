/// A rule of PROTOCOL.md that a device breaks, and with which the host gets on all the same.
public enum Irregularity: Sendable, Equatable {
    /// Frames come twice, or out of order.
    case repeatsFrames
    /// DATA goes back in its index while time goes on (§2.1).
    case indexGoesBack
    /// Frames other than DATA count samples as sent that still wait (§2.1).
    case countsWaiting
    /// Samples wait so many milliseconds for their frame to leave, instead of 20 (§4).
    case holdsSamples(milliseconds: Int)
    /// HELLO announces something else under the same session id (§6.1).
    case keepsSession
    /// An answer to a TIMESYNC that no clock can give, or of another clock than the headers' (§6.4).
    case clockImpossible

    /// Its bit, to tell it once.
    var bit: UInt8 {
        @_noAllocation get {
            switch self {
            case .repeatsFrames: 1
            case .indexGoesBack: 2
            case .countsWaiting: 4
            case .holdsSamples: 8
            case .keepsSession: 16
            case .clockImpossible: 32
            }
        }
    }
}
