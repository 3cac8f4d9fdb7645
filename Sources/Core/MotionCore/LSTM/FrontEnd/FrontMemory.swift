import CMotionCore

/// Pointers to what the front layers of one window remember, in the caller's memory.
struct FrontMemory {
    /// Each layer's last inputs, `[layers][span][columns]`.
    let rings: UnsafeMutablePointer<Int16>
    /// `[layers]`
    let places: UnsafeMutablePointer<mq_front_place>
    /// The last layer's last output, `[frontRows]`.
    let output: UnsafeMutablePointer<Int16>

    /// nil for a network without such layers, which takes nothing.
    init?(for shape: NetworkShape, memory: inout MemoryBlock) {
        guard shape.frontLayers > 0 else { return nil }
        rings = memory.take(Int16.self, count: shape.frontNumbers)
        places = memory.take(mq_front_place.self, count: shape.frontLayers)
        output = memory.take(Int16.self, count: shape.frontRows)
    }

    /// Memory that `init` takes.
    static func bytes(for shape: NetworkShape) -> Int {
        guard shape.frontLayers > 0 else { return 0 }
        return pieceBytes(Int16.self, count: shape.frontNumbers) + pieceBytes(mq_front_place.self, count: shape.frontLayers)
            + pieceBytes(Int16.self, count: shape.frontRows)
    }
}
