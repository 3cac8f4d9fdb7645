import CBoard
import CMotionCore
import MotionCore

/// What stands before a network that reads what no channel has: the orientation filter, by the host's own files. Where the
/// firmware's network needs none, all of this falls away.
enum Orientation {
    /// Begins with no sample seen, if the network needs it.
    ///
    /// - Returns: false if the network needs it and it is not here, or the sensor lacks an axis, or an input is nothing that can be
    ///   told.
    @inline(never)
    static func begin(rate: Float, for reads: NetworkInputs) -> Bool {
        // Without it an input that no channel has does not bind.
        guard let here = board_orientation_there() else { return true }
        here.pointee.is_used = DerivedBinding.isNeeded(by: reads)
        guard here.pointee.is_used else { return true }
        here.pointee.features = reads.features
        here.pointee.count = UInt16(truncatingIfNeeded: reads.count)
        here.pointee.fraction_bits = UInt8(truncatingIfNeeded: reads.fractionBits)
        return DerivedBinding.tells(reads)
            && DerivedBinding(Identity.sensor(rate: rate), rate: rate, memory: board_orientation_derivation(here)) != nil
    }

    /// Whether the network that runs needs it.
    static var isUsed: Bool {
        guard let here = board_orientation_there() else { return false }
        return here.pointee.is_used
    }

    /// Samples are missing.
    @_noAllocation
    static func restart() {
        guard let here = board_orientation_there(), here.pointee.is_used else { return }
        mq_derivation_restart(board_orientation_derivation(here))
    }

    /// Takes a sample.
    ///
    /// - Returns: what the network reads of it, valid until the next one; nil if it reads the counts.
    static func inputs(of counts: UnsafePointer<Int16>) -> UnsafeBufferPointer<Int16>? {
        guard let here = board_orientation_there(), here.pointee.is_used, let features = here.pointee.features,
            let values = board_derived_memory()
        else { return nil }
        let derivation = board_orientation_derivation(here)
        mq_derivation_push(derivation, counts)
        let count = Int(here.pointee.count)
        for input in 0..<count {
            let feature = features + input
            values[input] = mq_derivation_input(
                derivation, mq_quantity_of_kind(feature.pointee.kind), feature.pointee.offset, feature.pointee.scale,
                UInt32(here.pointee.fraction_bits))
        }
        return UnsafeBufferPointer(start: values, count: count)
    }
}
