/// Pointers to the buffers that a running classifier needs between layers. Allocated once by the classifier that owns them.
struct Workspace {
    /// One sample, `[inputs]`, padded with a zero to whole pairs.
    let sample: UnsafeMutablePointer<Int16>
    /// The first LSTM layer's bias + W·x, `[widest]`.
    let projection: UnsafeMutablePointer<Int32>
    /// Accumulators of the layer being computed, `[widest]`.
    let accumulators: UnsafeMutablePointer<Int32>
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

    init(for shape: NetworkShape) {
        sample = allocateZeroed(Int16.self, count: shape.inputs + 1)
        projection = allocateZeroed(Int32.self, count: shape.widest)
        accumulators = allocateZeroed(Int32.self, count: shape.widest)
        front = allocateZeroed(Int16.self, count: shape.widest)
        back = allocateZeroed(Int16.self, count: shape.widest)
        logits = allocateZeroed(Int32.self, count: shape.labels)
        exponentials = allocateZeroed(UInt32.self, count: shape.labels)
        scores = allocateZeroed(Int16.self, count: shape.labels)
    }

    func deallocate() {
        sample.deallocate()
        projection.deallocate()
        accumulators.deallocate()
        front.deallocate()
        back.deallocate()
        logits.deallocate()
        exponentials.deallocate()
        scores.deallocate()
    }
}
