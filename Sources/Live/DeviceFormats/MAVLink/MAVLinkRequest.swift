import MotionCore

/// Asks an autopilot that tells of no motion for it, as a ground station does, in the framing that it speaks.
///
/// First its stream of raw sensors (REQUEST_DATA_STREAM) and HIGHRES_IMU (MAV_CMD_SET_MESSAGE_INTERVAL); a second later SCALED_IMU,
/// after another one RAW_IMU; and all again, until motion comes. A line that is slow shall not carry three messages where one will
/// do. Whoever has spoken as a ground station goes on to send HEARTBEAT once a second, for an autopilot may take its silence for a
/// loss.
struct MAVLinkRequest {
    private let encoder: MAVLinkEncoder
    /// Samples per second.
    private let rate: Double
    private var step = 0
    private var stepDue: UInt64 = 0
    private var heartbeatDue: UInt64?

    /// Microseconds from one step to the next, and from one heartbeat to the next.
    private static let second: UInt64 = 1_000_000
    /// After the last message, seconds without a question.
    private static let steps = 5
    /// Samples per second where nobody wants another rate.
    static let usualRate = 50.0

    /// - Parameter rate: samples per second to ask for; nil: 50.
    init(_ encoder: MAVLinkEncoder, rate: Double?) {
        self.encoder = encoder
        self.rate = rate ?? Self.usualRate
    }

    /// Appends what is due while no motion comes.
    mutating func ask(_ autopilot: MAVLinkAutopilot, now: UInt64, to bytes: FeedbackBytes) {
        guard let address = autopilot.address, now >= stepDue else { return }
        encoder.version = autopilot.version
        heartbeatDue = heartbeatDue ?? now
        greet(now: now, to: bytes)
        let interval = Float(1_000_000 / rate)
        switch step {
        case 0:
            encoder.requestRawSensors(rate: max(1, UInt16(saturating: rate.rounded())), of: address, to: bytes)
            encoder.requestMessage(105, every: interval, of: address, to: bytes)
        case 1: encoder.requestMessage(26, every: interval, of: address, to: bytes)
        case 2: encoder.requestMessage(27, every: interval, of: address, to: bytes)
        default: break
        }
        step = (step + 1) % Self.steps
        stepDue = now + Self.second
    }

    /// Appends a heartbeat, if something was asked and one is due.
    mutating func greet(now: UInt64, to bytes: FeedbackBytes) {
        guard let due = heartbeatDue, now >= due else { return }
        encoder.heartbeat(to: bytes)
        heartbeatDue = now + Self.second
    }
}
