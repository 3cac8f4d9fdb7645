import CKernels
import COrientation
import Channels

/// How a network's inputs are read of a sample whose orientation is followed: all six axes in physical units, what the filter tells of
/// them, and each input's part of that in single precision (ARITHMETIC.md, section 17).
///
/// A plain value over memory of the caller's, which copies share. `mq_derived_inputs` is its twin in C.
struct DerivedInputs {
    private let motion: UnsafeMutablePointer<mq_motion>
    private let inputs: UnsafeMutablePointer<DerivedInput>
    private let count: Int
    private let fractionBits: UInt32

    /// - Parameter memory: `bytes(inputs:)` of it, on an 8-byte boundary.
    /// - Returns: nil if the sensor lacks an axis, or an input is nothing that a sample becomes.
    init?(_ sensor: SensorDescription, to network: NetworkInputs, memory: UnsafeMutableRawPointer) {
        guard sensor.hasSixAxes else { return nil }
        motion = memory.assumingMemoryBound(to: mq_motion.self)
        inputs = (memory + MemoryLayout<mq_motion>.stride).assumingMemoryBound(to: DerivedInput.self)
        count = network.count
        fractionBits = UInt32(network.fractionBits)
        motion.initialize(to: mq_motion())
        for place in 0..<6 {
            let kind = UInt8(place < 3 ? 0x10 + place : 0x20 + place - 3)
            guard let source = sensor.source(of: kind) else { return nil }
            let channel = sensor.channels[source.channel]
            let axis = mq_motion_axis(
                scale: Double(channel.scale), offset: Double(channel.offset),
                factor: channel.unit.toCanonical * (source.isReversed ? -1 : 1), channel: UInt8(source.channel))
            withUnsafeMutableBytes(of: &motion.pointee.axes) { axes in
                axes.baseAddress?.assumingMemoryBound(to: mq_motion_axis.self)[place] = axis
            }
        }
        for input in 0..<count {
            let feature = network.features[input]
            guard let place = QuantityKind.place(of: feature.kind) else { return nil }
            (inputs + input).initialize(
                to: DerivedInput(offset: feature.offset, scale: feature.scale, quantity: UInt8(place)))
        }
        // The network's rate, also where the device's is a little off: as with recordings, so that the bits are the same.
        let rate = network.rate ?? sensor.rate
        mq_orientation_begin(&motion.pointee.filter, min(max(rate, MQ_ORIENTATION_LEAST_RATE), MQ_ORIENTATION_MOST_RATE))
    }

    /// Memory that so many inputs need.
    static func bytes(inputs: Int) -> Int { MemoryLayout<mq_motion>.stride + inputs * MemoryLayout<DerivedInput>.stride }

    /// Samples are missing.
    @_noAllocation
    func restart() { mq_orientation_restart(&motion.pointee.filter) }

    @_noAllocation
    func read(_ counts: UnsafePointer<Int16>, into values: UnsafeMutablePointer<Int16>) {
        mq_motion_push(motion, counts)
        withUnsafeBytes(of: &motion.pointee.values) { quantities in
            for input in 0..<count {
                let about = inputs + input
                let quantity = quantities.load(fromByteOffset: Int(about.pointee.quantity) * 4, as: Float.self)
                values[input] = mq_motion_input(quantity, about.pointee.offset, about.pointee.scale, fractionBits)
            }
        }
    }
}

/// `(x − offset) · scale` of one quantity of a sample.
private struct DerivedInput {
    var offset: Float
    var scale: Float
    var quantity: UInt8
}
