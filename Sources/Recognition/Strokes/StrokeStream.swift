import CKernels
import CStrokes
import LSTMEngine
import Windows

/// Strokes in a stream, and the rows of the last one, which a network reads little by little: a sample costs a device no more
/// than one of overlapping windows does.
struct StrokeStream {
    private var reader: mq_stroke_reader
    private let window: Int
    private let row: UnsafeMutablePointer<Int16>
    /// The next row of the last stroke that the network has not read; `window` if it has read them all.
    private var next: Int
    /// Rows that it reads with each sample.
    private let rowsInSample: Int
    /// Samples since the stream began, modulo 2⁶⁴.
    private(set) var samples = 0

    /// Samples within which a stroke is read. No stroke is shorter.
    private static var samplesToRead: Int { @_noAllocation get { Int(MQ_STROKE_LEAST) } }

    /// - Parameter memory: `bytes(for:)` of it, on a 2-byte boundary; it outlives the stream.
    init(_ strokes: UnsafePointer<mq_strokes>, _ shape: NetworkShape, memory: UnsafeMutableRawPointer) {
        window = shape.schedule.length
        next = window
        rowsInSample = (window + Self.samplesToRead - 1) / Self.samplesToRead
        reader = mq_stroke_reader_in(memory, strokes, shape.inputs, window)
        row = (memory + mq_stroke_memory(strokes, shape.inputs, window)).assumingMemoryBound(to: Int16.self)
    }

    /// Memory that the strokes of a network need; 0 without any.
    static func bytes(for network: PackedNetwork) -> Int {
        guard let strokes = network.strokes else { return 0 }
        return mq_stroke_memory(strokes, network.shape.inputs, network.shape.schedule.length)
            + network.shape.inputs * MemoryLayout<Int16>.stride
    }

    @_noAllocation
    mutating func restart() {
        mq_stroke_restart(&reader)
        next = window
        samples = 0
    }

    /// Takes a sample.
    ///
    /// - Returns: whether a stroke ended with its pause; of the one before nothing is read any more.
    @_noAllocation
    mutating func push(_ values: UnsafePointer<Int16>) -> Bool {
        samples &+= 1
        guard mq_stroke_push(&reader, values) else { return false }
        next = 0
        return true
    }

    /// Rows for the network to read now, before the next sample.
    var rows: Int { @_noAllocation get { min(rowsInSample, window - next) } }

    /// The next row as the network reads it: a number for each input, there until the next one is read.
    @_noAllocation
    mutating func read() -> UnsafePointer<Int16> {
        mq_stroke_row(&reader, next, row)
        next += 1
        return UnsafePointer(row)
    }
}
