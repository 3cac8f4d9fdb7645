/// Pointers to the buffers that a running classifier needs between layers, in the caller's memory.
///
/// The batch is what goes through one load of the weights: all slots of a stream, or some samples of one window.
struct Workspace {
    /// Vectors that are multiplied together.
    let batch: Int
    /// Elements from one sample to the next: the inputs, padded with a zero to whole pairs.
    let sampleStride: Int
    /// Elements from one time step to the next in `sequence`.
    let sequenceStride: Int
    /// `[batch][sampleStride]`
    let samples: UnsafeMutablePointer<Int16>
    /// Hidden states of one layer over time, `[batch][sequenceStride]`.
    let sequence: UnsafeMutablePointer<Int16>
    /// The first LSTM layer's bias + W·x of the last sample, `[widest]`.
    let projection: UnsafeMutablePointer<Int32>
    /// One vector of accumulators, `[widest]`.
    let single: UnsafeMutablePointer<Int32>
    /// `batch` vectors of accumulators, `[widest]` each.
    let sums: UnsafeMutablePointer<UnsafeMutablePointer<Int32>>
    /// `[batch]`: where accumulators begin from; only read.
    let starts: UnsafeMutablePointer<UnsafeMutablePointer<Int32>>
    /// `[batch]`: what is multiplied.
    let inputs: UnsafeMutablePointer<UnsafePointer<Int16>>
    /// `[batch]`: the slots of the windows that take a step, behind `inputs` in one piece, whose lines have room for both where
    /// there are few windows.
    let moving: UnsafeMutablePointer<Int>
    /// Gate arguments of an LSTM layer, or the outputs of a dense layer, `[widest]`.
    let front: UnsafeMutablePointer<Int16>
    /// The other vector, so that a dense layer does not read what it writes, `[widest]`.
    let back: UnsafeMutablePointer<Int16>
    /// `[labels]`, Q12.
    let logits: UnsafeMutablePointer<Int32>
    /// `[labels]`, Q16 exponentials.
    let exponentials: UnsafeMutablePointer<UInt32>
    /// `[labels]`, Q15 probabilities.
    let scores: UnsafeMutablePointer<Int16>

    init(for shape: NetworkShape, batch: Int, memory: inout MemoryBlock) {
        self.batch = batch
        sampleStride = roundedUp(shape.inputs, to: 2)
        sequenceStride = roundedUp(shape.widest / 4, to: 32)
        samples = memory.take(Int16.self, count: batch * sampleStride)
        sequence = memory.take(Int16.self, count: batch * sequenceStride)
        projection = memory.take(Int32.self, count: shape.widest)
        single = memory.take(Int32.self, count: shape.widest)
        let accumulators = memory.take(Int32.self, count: batch * shape.widest)
        sums = memory.take(UnsafeMutablePointer<Int32>.self, count: batch)
        starts = memory.take(UnsafeMutablePointer<Int32>.self, count: batch)
        inputs = memory.take(UnsafePointer<Int16>.self, count: 2 * batch)
        moving = UnsafeMutableRawPointer(inputs + batch).bindMemory(to: Int.self, capacity: batch)
        for index in 0..<batch {
            sums[index] = accumulators + index * shape.widest
            starts[index] = single
            inputs[index] = UnsafePointer(samples)
        }
        front = memory.take(Int16.self, count: shape.widest)
        back = memory.take(Int16.self, count: shape.widest)
        logits = memory.take(Int32.self, count: shape.labels)
        exponentials = memory.take(UInt32.self, count: shape.labels)
        scores = memory.take(Int16.self, count: shape.labels)
    }

    /// Memory that `init` takes.
    static func bytes(for shape: NetworkShape, batch: Int) -> Int {
        let stride = roundedUp(shape.inputs, to: 2)
        let sequenceStride = roundedUp(shape.widest / 4, to: 32)
        let vectors = pieceBytes(Int16.self, count: batch * stride) + pieceBytes(Int16.self, count: batch * sequenceStride)
        let sums = 2 * pieceBytes(Int32.self, count: shape.widest) + pieceBytes(Int32.self, count: batch * shape.widest)
        let pointers = 2 * pieceBytes(UnsafeRawPointer.self, count: batch) + pieceBytes(UnsafeRawPointer.self, count: 2 * batch)
        let outputs = 2 * pieceBytes(Int32.self, count: shape.labels) + pieceBytes(Int16.self, count: shape.labels)
        return vectors + sums + pointers + outputs + 2 * pieceBytes(Int16.self, count: shape.widest)
    }
}
