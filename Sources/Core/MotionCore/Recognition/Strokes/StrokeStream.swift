import CMotionCore

/// Strokes in a stream, and the rows of the last one, which a network reads little by little: a sample costs a device no more
/// than one of overlapping windows does.
struct StrokeStream {
    /// In the caller's memory: a recogniser is moved about on small stacks.
    private let reader: UnsafeMutablePointer<mq_stroke_reader>
    /// `[inputs]`: the row that was read last.
    private let row: UnsafeMutablePointer<Int16>
    /// The next row of the last stroke that the network has not read; the window's length if it has read them all.
    private var next: Int
    /// Samples since the stream began, modulo 2⁶⁴.
    private(set) var samples = 0

    /// Samples within which a stroke is read. No stroke is shorter.
    private static var samplesToRead: Int { @_noAllocation get { Int(MQ_STROKE_LEAST) } }

    /// - Parameter memory: `bytes(for:)` of it, on an 8-byte boundary; it outlives the stream.
    init(_ strokes: UnsafePointer<mq_strokes>, _ shape: NetworkShape, memory: UnsafeMutableRawPointer) {
        let samples = memory + MemoryLayout<mq_stroke_reader>.stride
        let window = shape.schedule.length
        reader = memory.assumingMemoryBound(to: mq_stroke_reader.self)
        row = (samples + mq_stroke_memory(strokes, shape.inputs, window)).assumingMemoryBound(to: Int16.self)
        next = window
        mq_stroke_begin(reader, strokes, shape.inputs, window, samples)
    }

    /// Memory that the strokes of a network need; 0 without any.
    static func bytes(for network: PackedNetwork) -> Int {
        guard let strokes = network.strokes else { return 0 }
        let inputs = network.shape.inputs
        return MemoryLayout<mq_stroke_reader>.stride + mq_stroke_memory(strokes, inputs, network.shape.schedule.length)
            + inputs * MemoryLayout<Int16>.stride
    }

    @_noAllocation
    mutating func restart() {
        mq_stroke_restart(reader)
        next = reader.pointee.window
        samples = 0
    }

    /// Takes a sample.
    ///
    /// - Returns: whether a stroke ended with its pause; of the one before nothing is read any more.
    @_noAllocation
    mutating func push(_ values: UnsafePointer<Int16>) -> Bool {
        samples &+= 1
        guard mq_stroke_push(reader, values) else { return false }
        next = 0
        return true
    }

    /// Rows for the network to read now, before the next sample.
    var rows: Int {
        @_noAllocation get {
            let window = reader.pointee.window
            return min((window + Self.samplesToRead - 1) / Self.samplesToRead, window - next)
        }
    }

    /// Samples since the first one of the last stroke, itself included, by when it has been read.
    var age: Int { @_noAllocation get { mq_stroke_age(reader) } }

    /// The next row as the network reads it: a number for each input, there until the next one is read.
    @_noAllocation
    mutating func read() -> UnsafePointer<Int16> {
        mq_stroke_row(reader, next, row)
        next += 1
        return UnsafePointer(row)
    }
}
