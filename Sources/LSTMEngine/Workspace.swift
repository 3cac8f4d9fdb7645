/// Pointers to the buffers that a running classifier needs between layers. Allocated once by the classifier that owns them.
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
    /// `batch` vectors of accumulators, `[widest]` each, at `sums[0]`, which owns them all.
    let sums: UnsafeMutablePointer<UnsafeMutablePointer<Int32>>
    /// `[batch]`: where accumulators begin from.
    let starts: UnsafeMutablePointer<UnsafeMutablePointer<Int32>>
    /// `[batch]`: what is multiplied.
    let inputs: UnsafeMutablePointer<UnsafePointer<Int16>>
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

    init(for shape: NetworkShape, batch: Int) {
        self.batch = batch
        sampleStride = roundedUp(shape.inputs, to: 2)
        sequenceStride = roundedUp(shape.widest / 4, to: 32)
        samples = allocateZeroed(Int16.self, count: batch * sampleStride)
        sequence = allocateZeroed(Int16.self, count: batch * sequenceStride)
        projection = allocateZeroed(Int32.self, count: shape.widest)
        single = allocateZeroed(Int32.self, count: shape.widest)
        let accumulators = allocateZeroed(Int32.self, count: batch * shape.widest)
        sums = .allocate(capacity: batch)
        for index in 0..<batch { (sums + index).initialize(to: accumulators + index * shape.widest) }
        starts = .allocate(capacity: batch)
        starts.initialize(repeating: single, count: batch)
        inputs = .allocate(capacity: batch)
        inputs.initialize(repeating: UnsafePointer(samples), count: batch)
        front = allocateZeroed(Int16.self, count: shape.widest)
        back = allocateZeroed(Int16.self, count: shape.widest)
        logits = allocateZeroed(Int32.self, count: shape.labels)
        exponentials = allocateZeroed(UInt32.self, count: shape.labels)
        scores = allocateZeroed(Int16.self, count: shape.labels)
    }

    func deallocate() {
        samples.deallocate()
        sequence.deallocate()
        projection.deallocate()
        single.deallocate()
        sums[0].deallocate()
        sums.deallocate()
        starts.deallocate()
        inputs.deallocate()
        front.deallocate()
        back.deallocate()
        logits.deallocate()
        exponentials.deallocate()
        scores.deallocate()
    }

    /// Memory that `init` takes.
    static func bytes(for shape: NetworkShape, batch: Int) -> Int {
        allocatedBytes(Int16.self, count: batch * roundedUp(shape.inputs, to: 2))
            + allocatedBytes(Int16.self, count: batch * roundedUp(shape.widest / 4, to: 32))
            + 2 * allocatedBytes(Int32.self, count: shape.widest) + allocatedBytes(Int32.self, count: batch * shape.widest)
            + 3 * batch * MemoryLayout<UnsafeRawPointer>.stride + 2 * allocatedBytes(Int16.self, count: shape.widest)
            + 2 * allocatedBytes(Int32.self, count: shape.labels) + allocatedBytes(Int16.self, count: shape.labels)
    }
}
