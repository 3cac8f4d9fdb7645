import CMotionCore

/// Pointers to what the front layers of one window remember, in the caller's memory.
struct FrontMemory {
    /// Each layer's last inputs, `[layers][span][columns]`.
    let rings: UnsafeMutablePointer<Int16>
    /// `[layers]`
    let places: UnsafeMutablePointer<mq_front_place>
    /// The last layer's last output, `[rows]`, padded to whole blocks of rows.
    let output: UnsafeMutablePointer<Int16>
    /// What a convolution among them reads, padded to a whole pair: the same for all windows.
    let field: UnsafeMutablePointer<Int16>

    /// - Parameter field: as `field(for:memory:)` takes it.
    init(for network: PackedNetwork, field: UnsafeMutablePointer<Int16>, memory: inout MemoryBlock) {
        let sizes = FrontSizes(network)
        self.field = field
        rings = memory.take(Int16.self, count: sizes.numbers)
        places = memory.take(mq_front_place.self, count: network.shape.frontLayers)
        output = memory.take(Int16.self, count: sizes.rows)
    }

    /// Those of all slots of a stream, `[slots]`; nil for a network without such layers, which takes nothing.
    static func all(of network: PackedNetwork, memory: inout MemoryBlock) -> UnsafeMutablePointer<FrontMemory>? {
        guard network.shape.frontLayers > 0 else { return nil }
        let slots = network.shape.schedule.slots
        let memories = memory.take(FrontMemory.self, count: slots)
        let field = field(for: network, memory: &memory)
        for slot in 0..<slots { memories[slot] = FrontMemory(for: network, field: field, memory: &memory) }
        return memories
    }

    /// Memory that `all(of:memory:)` takes.
    static func bytes(ofAllIn network: PackedNetwork) -> Int {
        guard network.shape.frontLayers > 0 else { return 0 }
        let slots = network.shape.schedule.slots
        return pieceBytes(FrontMemory.self, count: slots) + bytes(for: network, windows: slots)
    }

    /// Room for the field of one convolution at a time.
    static func field(for network: PackedNetwork, memory: inout MemoryBlock) -> UnsafeMutablePointer<Int16> {
        memory.take(Int16.self, count: FrontSizes(network).field)
    }

    /// Memory that `init` takes for so many windows, and `field(for:memory:)` once; 0 without front layers.
    static func bytes(for network: PackedNetwork, windows: Int) -> Int {
        guard network.shape.frontLayers > 0 else { return 0 }
        let sizes = FrontSizes(network)
        let window =
            pieceBytes(Int16.self, count: sizes.numbers) + pieceBytes(mq_front_place.self, count: network.shape.frontLayers)
            + pieceBytes(Int16.self, count: sizes.rows)
        return windows * window + pieceBytes(Int16.self, count: sizes.field)
    }
}

/// How large the buffers of front layers are.
struct FrontSizes {
    /// Numbers that all of them remember of a window.
    private(set) var numbers = 0
    /// Length of the longest field of a convolution, padded to a whole pair.
    private(set) var field = 0
    /// Numbers that the last of them gives, padded to whole blocks of rows.
    private(set) var rows = 0

    @_noAllocation
    init(_ network: PackedNetwork) {
        guard let front = network.front else { return }
        for index in 0..<network.shape.frontLayers {
            numbers += mq_front_span(front + index) * front[index].columns
            rows = roundedUp(mq_front_rows(front + index), to: 16)
            if front[index].convolution != nil {
                field = max(field, roundedUp(Int(front[index].taps) * front[index].columns, to: 2))
            }
        }
    }
}
