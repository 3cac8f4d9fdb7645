import WireProtocol

/// Feedback in the form that a device of another make takes it in. Allocates nothing once it is made.
protocol ForeignFeedback: AnyObject {
    /// What the device can be told to switch.
    var units: ActuatorUnits { get }
    /// Whether it names the labels that commands are for.
    var namesLabels: Bool { get }

    /// Some of the host's classes by name.
    func learn(_ labels: LabelsMessage, _ payload: PayloadReader)

    /// What the host decided; the commands that follow from it come next.
    func decided(_ prediction: PredictionMessage)

    /// Appends what the device has to be told of a change.
    func tell(_ change: ActuatorChange, to bytes: FeedbackBytes, now: UInt64)

    /// Appends what is due: a light that blinks, a tone that goes on. Wanted every 10 ms.
    func poll(now: UInt64, to bytes: FeedbackBytes)
}

extension ForeignOptions {
    /// nil where the format has no way, or none was asked for.
    ///
    /// - Parameter encoder: of what a device that speaks MAVLink is told.
    func feedback(for decoder: any ForeignDecoder, through encoder: MAVLinkEncoder) -> (any ForeignFeedback)? {
        if let decoder = decoder as? MAVLinkDecoder { return MAVLinkFeedback(decoder, through: encoder, relays: relays) }
        guard decoder is TextLineDecoder, let feedbackLine else { return nil }
        return FeedbackLines(feedbackLine)
    }
}

/// Bytes that wait for a device of another make.
final class FeedbackBytes {
    private(set) var count = 0
    private let memory: UnsafeMutablePointer<UInt8>
    private static let capacity = 4096

    init() {
        memory = .allocate(capacity: Self.capacity)
        memory.initialize(repeating: 0, count: Self.capacity)
    }

    deinit { memory.deallocate() }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

    /// Whether so many more fit.
    func hasRoom(for more: Int) -> Bool { count + more <= Self.capacity }

    /// What does not fit is left out: ask `hasRoom` before a message.
    func append(_ byte: UInt8) {
        guard count < Self.capacity else { return }
        memory[count] = byte
        count += 1
    }

    func clear() { count = 0 }
}
