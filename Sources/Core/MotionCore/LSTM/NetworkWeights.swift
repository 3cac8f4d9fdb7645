package import CMotionCore

/// A quantized network in the form that runs: packed once, never changed, shared by any number of classifiers and threads.
///
/// All memory is allocated by the initialiser and freed with the object.
public final class NetworkWeights: @unchecked Sendable {
    /// Dimensions of the network.
    public let shape: NetworkShape
    /// What runs the inner loops.
    public let kernels: Kernels
    /// The packed layers, in this object's memory; and what the arithmetic reads of them.
    package let layers: UnsafePointer<mq_network>
    package let network: PackedNetwork
    private let memory: OwnedMemory

    /// Packs. The network is valid already; time and memory grow with its weights.
    ///
    /// - Parameters:
    ///   - schedule: which windows the stream has; with a convolution, windows of the length that it reads.
    ///   - statePolicy: what a slot does with its state between two windows.
    ///   - kernels: what runs the inner loops; nil for `Kernels.preferred()`. They change no bit of any result.
    /// - Throws: `shape` if the convolution reads other windows, `tooLarge` if more are in flight than `NetworkLimits` allow, or
    ///   `kernels` if the environment asks for some that this machine does not have.
    public convenience init(
        _ network: QuantizedNetwork, schedule: WindowSchedule, statePolicy: StatePolicy, kernels: Kernels? = nil
    ) throws(NetworkError) {
        try self.init(network, schedule: schedule, statePolicy: statePolicy, strokes: nil, kernels: kernels)
    }

    /// Packs a network that reads whole strokes.
    ///
    /// - Parameter strokes: how they are cut out of a stream, and become windows; nil for windows as they come.
    package init(
        _ network: QuantizedNetwork, schedule: WindowSchedule, statePolicy: StatePolicy, strokes: mq_strokes?,
        kernels: Kernels? = nil
    ) throws(NetworkError) {
        try network.requireFit(of: schedule)
        let kernels = if let kernels { kernels } else { try Kernels.preferred() }
        self.kernels = kernels
        memory = OwnedMemory()
        layers = memory.pack(network, schedule, statePolicy, strokes)
        self.network = PackedNetwork(layers, kernels: kernels.functions)
        shape = self.network.shape
    }
}

/// How much memory a network takes.
extension NetworkWeights {
    /// Bytes of the network as a device holds it, the one total that is told of it: weights in tiles of 16 rows × 2 columns, or of
    /// bytes × 4, shifts, biases, addresses and both function tables. How strokes are cut is not in it.
    ///
    /// It is counted on this machine, where a piece fills whole lines of 64 bytes: a linker for a chip pads less, by some per cent
    /// of a small network.
    public var packedBytes: Int { memory.bytes - strokeBytes + Self.exponentialBytes }

    /// Bytes that say how strokes are cut; 0 if the network reads windows as they come.
    public var strokeBytes: Int { layers.pointee.strokes == nil ? 0 : pieceBytes(mq_strokes.self, count: 1) }

    /// Bytes of both function tables, in `packedBytes` and equal for all networks.
    public static var tableBytes: Int { pieceBytes(mq_tanh_table.self, count: 1) + exponentialBytes }

    /// Bytes that an `OwnedWindowStream` writes while it runs: every slot's state and sums, and the buffers between layers.
    public var workingBytes: Int { WindowStream.bytes(for: network) }

    /// 257 nodes of 32 bits.
    private static let exponentialBytes = 257 * 4
}

/// Pieces of memory that live as long as this.
final class OwnedMemory {
    /// Bytes of all pieces that a device has, too.
    private(set) var bytes = 0
    private var blocks: [HeapBlock] = []

    /// - Parameter isOnlyHere: whether no device has such a piece: it is not counted.
    func zeroed<Element: BitwiseCopyable>(
        _ type: Element.Type, count: Int, isOnlyHere: Bool = false
    ) -> UnsafeMutablePointer<Element> {
        let byteCount = pieceBytes(type, count: count)
        let block = HeapBlock(byteCount: byteCount)
        blocks.append(block)
        if !isOnlyHere { bytes += byteCount }
        var memory = block.memory
        return memory.take(type, count: count)
    }

    func holding<Element: BitwiseCopyable>(_ value: Element) -> UnsafePointer<Element> {
        let place = zeroed(Element.self, count: 1)
        place.pointee = value
        return UnsafePointer(place)
    }
}
