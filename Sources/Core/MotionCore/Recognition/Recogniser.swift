/// Raw counts of a device in, windows and decisions out: the one recogniser of the live loop and of the firmware, in memory of the
/// caller's.
///
///     try recogniser.bind(sensor, to: inputs)
///     if let recognised = recogniser.push(counts, at: time) { … }
///     recogniser.catchUp()        // with time to spare before the next sample
///
/// After `bind` nothing is allocated, and a sample costs what `WindowStream.push` does. `mq_recogniser` is its twin in C. One
/// thread.
public struct Recogniser: ~Copyable {
    /// How the device's counts are read; nil before the first device and after one that did not fit.
    public private(set) var binding: ChannelBinding?
    private var stream: WindowStream
    private var events: EventStream
    /// Windows since they last began again; stops where `windowsBefore` does.
    private var windows = 0
    /// For a network that reads whole strokes.
    private var strokes: StrokeStream?
    /// The label of a stroke that is over; -1 without one.
    private var left = -1
    /// When the last stroke was judged.
    private var judged: UInt64 = 0
    private let bindingMemory: UnsafeMutableRawPointer
    /// `[inputs]`: the sample as the network reads it.
    private let values: UnsafeMutablePointer<Int16>

    /// The most windows before that are told apart.
    private static var mostBefore: Int { @_noAllocation get { 255 } }

    /// Microseconds for which the label of a stroke is active, if no other stroke ends before: long enough to see its light.
    private static var strokeHold: UInt64 { @_noAllocation get { 1_000_000 } }

    /// With no device bound, no sample seen, and nothing active. Allocates nothing.
    public init(_ network: PackedNetwork, decision: DecisionParameters, memory: RecogniserMemory) {
        stream = WindowStream(network, memory: memory.windows, byteCount: memory.windowBytes)
        events = EventStream(labels: network.shape.labels, parameters: decision, memory: memory.decisions)
        // No `map`: where Swift 6.3 does not optimise, an optional that `map` returns empty is later taken for a full one.
        if let found = network.strokes {
            strokes = StrokeStream(found, network.shape, memory: memory.windows + roundedToWord(WindowStream.bytes(for: network)))
        } else {
            strokes = nil
        }
        bindingMemory = memory.inputs
        values = (memory.inputs + ChannelBinding.bytes(inputs: network.shape.inputs)).assumingMemoryBound(to: Int16.self)
    }

    /// Reads a device's channels from now on. Its windows begin again; a label that is active stays so.
    ///
    /// - Throws: what does not fit; nothing is recognised then.
    public mutating func bind(_ sensor: SensorDescription, to inputs: NetworkInputs) throws(Misfit) {
        restart()
        binding = nil
        binding = try ChannelBinding(sensor, to: inputs, memory: bindingMemory)
    }

    /// Samples are missing: windows in flight are dropped. A label that is active stays so until a window decides otherwise, or
    /// `abandon`.
    @_noAllocation
    public mutating func restart() {
        stream.restart()
        strokes?.restart()
        events.interrupt()
        windows = 0
    }

    /// Takes one sample.
    ///
    /// - Parameters:
    ///   - counts: one for each channel of the device.
    ///   - time: when it was taken, in microseconds on any clock that does not go back.
    /// - Returns: the window that it completed, if any; always nil while no device is bound.
    @_noAllocation
    public mutating func push(_ counts: UnsafePointer<Int16>, at time: UInt64) -> RecognisedWindow? {
        guard let binding else { return nil }
        binding.read(counts, into: values)
        return recogniseValues(at: time)
    }

    /// Takes one sample that is in the network's own units already, with or without a device bound.
    ///
    /// - Parameters:
    ///   - inputs: as many numbers as the network has inputs, in their Q-format. Traps on another count.
    ///   - time: as for counts.
    /// - Returns: the window that it completed, if any.
    @_noAllocation
    public mutating func push(inputs: Span<Int16>, at time: UInt64) -> RecognisedWindow? {
        let count = stream.network.shape.inputs
        let given = inputs.count
        precondition(given == count, "a sample needs as many values as the network has inputs")
        for input in 0..<count { values[input] = inputs[input] }
        return recogniseValues(at: time)
    }

    @_noAllocation
    private mutating func recogniseValues(at time: UInt64) -> RecognisedWindow? {
        guard strokes == nil else { return recogniseStroke(at: time) }
        let inputs = UnsafeBufferPointer(start: values, count: stream.network.shape.inputs)
        guard let window = stream.push(inputs.span) else { return nil }
        return recognised(window, at: time)
    }

    /// Takes the sample in `values` to the strokes, and reads some rows of the last one.
    @_noAllocation
    private mutating func recogniseStroke(at time: UInt64) -> RecognisedWindow? {
        guard let isClosed = strokes?.push(values) else { return nil }
        if isClosed || (events.activeLabel != nil && time &- judged >= Self.strokeHold) {
            if let over = events.abandon(at: time) { left = over }
            // Each stroke is decided upon by itself, and may be the same again.
            events.adopt(active: nil, leaving: true)
        }
        if isClosed { stream.restart() }
        let shape = stream.network.shape
        let rows = strokes?.rows ?? 0
        for _ in 0..<rows {
            guard let row = strokes?.read() else { return nil }
            guard let window = stream.push(UnsafeBufferPointer(start: row, count: shape.inputs).span) else { continue }
            judged = time
            return recognised(ClassifiedWindow(window, endSample: strokes?.samples ?? 0), at: time)
        }
        return nil
    }

    /// The label of a stroke that was left without a window: a second after it was entered, or as another stroke ended. Told once.
    @_noAllocation
    public mutating func takeLeft() -> Int? {
        guard left >= 0 else { return nil }
        defer { left = -1 }
        return left
    }

    @_noAllocation
    private mutating func recognised(_ window: ClassifiedWindow, at time: UInt64) -> RecognisedWindow {
        let shape = stream.network.shape
        for label in 0..<shape.labels { events.set(label, stream.probabilities[label]) }
        if window.isUnknown { events.setUnknown() }
        let before = windows / shape.schedule.slots
        if before < Self.mostBefore { windows += 1 }
        return RecognisedWindow(window: window, decision: events.decide(at: time), windowsBefore: before)
    }

    /// Does between two samples what the next one would have to wait for.
    @_noAllocation
    public mutating func catchUp() { stream.catchUp() }

    /// The stream is over, or silent for too long.
    ///
    /// - Returns: the label that was active and is left hereby.
    @_noAllocation
    public mutating func abandon(at time: UInt64) -> Int? { events.abandon(at: time) }

    /// The label that was entered and not yet left.
    public var activeLabel: Int? {
        @_noAllocation get { events.activeLabel }
    }

    /// Labels of the network.
    public var labels: Int { @_noAllocation get { stream.network.shape.labels } }

    /// `[labels]`: probabilities in Q15 of the window that was completed last. Valid until the next sample.
    public var probabilities: UnsafePointer<Int16> {
        @_noAllocation get { stream.probabilities }
    }

    /// The last LSTM layer's hidden state in Q15 at the end of the window that was completed last; nil without an LSTM. Valid until
    /// the next sample.
    @_noAllocation
    public func hidden(of window: ClassifiedWindow) -> UnsafePointer<Int16>? { stream.hidden(of: window) }

    /// Samples since the first one of the last stroke, itself included, by when the network has read it; 0 if it reads no strokes.
    public var strokeAge: Int { @_noAllocation get { strokes?.age ?? 0 } }

    /// `[inputs]`: the last sample as the network read it. Valid until the next sample.
    public var inputs: UnsafePointer<Int16> {
        @_noAllocation get { UnsafePointer(values) }
    }
}

/// Memory of the caller's for a recogniser, which it outlives.
public struct RecogniserMemory {
    /// For the windows: `windowBytes` of it, `windowBytes(for:)` or more, on a 64-byte boundary.
    public let windows: UnsafeMutableRawPointer
    /// Bytes of `windows`.
    public let windowBytes: Int
    /// For the decisions: `EventStream.bytes(labels:parameters:)`, on a 4-byte boundary.
    public let decisions: UnsafeMutableRawPointer
    /// For one sample and how it is read: `inputBytes(_:)`, on an 8-byte boundary.
    public let inputs: UnsafeMutableRawPointer

    /// Memory that was measured by the functions that the properties name.
    public init(
        windows: UnsafeMutableRawPointer, windowBytes: Int, decisions: UnsafeMutableRawPointer, inputs: UnsafeMutableRawPointer
    ) {
        self.windows = windows
        self.windowBytes = windowBytes
        self.decisions = decisions
        self.inputs = inputs
    }

    /// What `windows` needs: for the windows of a network, and for the strokes that it reads.
    public static func windowBytes(for network: PackedNetwork) -> Int {
        let windows = WindowStream.bytes(for: network)
        let strokes = StrokeStream.bytes(for: network)
        return strokes > 0 ? roundedToWord(windows) + strokes : windows
    }

    /// What `inputs` needs for so many of them.
    public static func inputBytes(_ count: Int) -> Int { ChannelBinding.bytes(inputs: count) + count * MemoryLayout<Int16>.stride }
}

/// Bytes up to a boundary that is good for anything.
func roundedToWord(_ bytes: Int) -> Int { (bytes + 7) / 8 * 8 }
