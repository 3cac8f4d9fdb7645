/// Listens to frames of MAVLink until it is clear which motion sensor is read, or that none is told of.
final class MAVLinkSurvey {
    /// What was chosen.
    struct Choice {
        let stream: MAVLinkStream
        /// What else comes beside it.
        let others: [MAVLinkStream]
        let autopilot: MAVLinkAutopilot
    }

    private let decoder: MAVLinkDecoder
    /// When the first whole frame arrived, in microseconds.
    private var firstFrame: UInt64?

    /// Microseconds after the first frame in which motion would have come.
    private static let patience: UInt64 = 2_000_000

    init(_ options: ForeignOptions) { decoder = MAVLinkDecoder(scale: options.scale, stream: nil, isSurvey: true) }

    /// Takes bytes that arrived at `now`, in microseconds.
    func push(_ bytes: UnsafeRawBufferPointer, now: UInt64) {
        decoder.push(bytes) { _ in }
        if firstFrame == nil, hasFrames { firstFrame = now }
    }

    /// Whether some frame was whole, so that the speed of the line is right.
    var hasFrames: Bool { decoder.counters.frames > 0 }

    /// Readings of the sensor that was heard most.
    var readings: Int { decoder.streams.most }

    /// nil without a reading.
    var choice: Choice? {
        decoder.streams.best(knowsCounts: decoder.knowsCounts).map {
            Choice(stream: $0, others: decoder.streams.others(than: $0), autopilot: decoder.autopilot)
        }
    }

    /// The autopilot that is heard, and tells of no motion; nil while nothing is heard, or for two seconds more.
    func motionless(now: UInt64) -> MAVLinkAutopilot? {
        guard readings == 0, let firstFrame, now - firstFrame >= Self.patience else { return nil }
        return decoder.autopilot
    }

    /// The autopilot that is heard in a log, which is over, and tells of no motion in it.
    var motionless: MAVLinkAutopilot? { readings == 0 && hasFrames ? decoder.autopilot : nil }
}
