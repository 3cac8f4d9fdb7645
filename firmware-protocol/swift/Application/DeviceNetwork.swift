import CBoard
import CMotionCore
import CMotionQNetwork
import MotionCore

/// The network that runs, and how its scores become decisions: the one that the firmware was built with, or one that came over the
/// line.
struct DeviceNetwork {
    private(set) var packed: PackedNetwork
    let inputs: UnsafePointer<mq_network_input>
    /// Samples per second that it was made for; 0: not known.
    let rate: Float
    let decision: DecisionParameters
    /// Its hash, which HELLO tells. Of one that is taught, that of the network that it was before.
    let hash: UInt64
    /// Whether it can be taught where it runs: the firmware's own, if its export says how.
    var isTeachable = false

    /// What runs from the start on; nil: nothing, because the board keeps still, or has no kernels.
    @inline(never)
    static func atBoot(keepsStill: Bool) -> DeviceNetwork? {
        if NetworkSlots.isThere { board_open_store() }
        return keepsStill ? nil : load()
    }

    /// The newest in flash that can run here, or else the firmware's own; nil if that has no kernels.
    static func load() -> DeviceNetwork? {
        guard NetworkSlots.isThere else { return builtIn }
        let store = board_network_store()
        var length = 0
        while let image = mq_store_active(store, &length, nil) {
            if let network = read(image, length), network.fits { return network }
            guard mq_store_reject(store) else { break }
        }
        return builtIn
    }

    static var builtIn: DeviceNetwork? {
        guard let packed = ExportedNetwork.packed else { return nil }
        var network = DeviceNetwork(
            packed: packed, inputs: motionq_network_inputs_address(), rate: ExportedNetwork.rate,
            decision: ExportedNetwork.decision, hash: ExportedNetwork.hash)
        if let taught = Teaching.network(), let kernels = mq_kernels_available(0) {
            network.packed = PackedNetwork(taught, kernels: kernels)
            network.isTeachable = true
        }
        return network
    }

    /// Reads an image and proves it, in the place of the one that was read before.
    ///
    /// - Returns: nil if it is no network that could run, or none that has room here.
    static func read(_ image: UnsafePointer<UInt8>, _ length: Int) -> DeviceNetwork? {
        let read = board_network_image()
        guard let kernels = mq_kernels_available(0),
            mq_network_image_read(read, image, length, motionq_network_address().pointee.tanh, nil) == MQ_IMAGE_OK
        else { return nil }
        let chosen = read.pointee.decision
        var decision = DecisionParameters()
        decision.threshold = chosen.threshold
        decision.restLabel = chosen.rest_label < 0 ? nil : Int(chosen.rest_label)
        decision.smoothing = Int(chosen.smoothing)
        decision.enterRatio = chosen.enter_ratio
        decision.exitRatio = chosen.exit_ratio
        decision.refractory = chosen.refractory
        decision.evidence = chosen.evidence
        decision.evidenceLeak = chosen.evidence_leak
        decision.evidenceLimit = chosen.evidence_limit
        decision.evidenceShares = EvidenceShares(bits: chosen.evidence_shares)
        return DeviceNetwork(
            packed: PackedNetwork(mq_network_image_network(read), kernels: kernels), inputs: mq_network_image_input(read, 0),
            rate: read.pointee.rate, decision: decision, hash: read.pointee.hash)
    }

    /// Whether it can run on this board: inputs, rate and memory. Its windows, and those of the network that ran, are over then.
    var fits: Bool { OnboardClassifier.make(rate: Identity.rate(for: self, kept: 0), self) != nil }

    /// Whether the board has the memory that it works in.
    var hasRoom: Bool {
        // For the firmware's own network the memory was made.
        guard NetworkSlots.isThere else { return true }
        let room = board_recogniser_room()
        return RecogniserMemory.windowBytes(for: packed) <= Int(room.network)
            && EventStream.bytes(labels: packed.shape.labels, parameters: decision) <= Int(room.decisions)
            && RecogniserMemory.inputBytes(packed.shape.inputs) <= Int(room.inputs)
    }
}
