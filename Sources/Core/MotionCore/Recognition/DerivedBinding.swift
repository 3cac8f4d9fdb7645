import CMotionCore

/// How a device's raw counts become the inputs of a network that reads what no channel has: by an orientation filter, in single
/// precision (`mq_derivation.h`).
///
/// A plain value over memory of the caller's, which copies share. `mq_derived_inputs` is its twin in C.
public struct DerivedBinding {
    private let derivation: UnsafeMutablePointer<mq_derivation>

    /// Finds the channels of the six axes, with no sample seen.
    ///
    /// - Parameters:
    ///   - rate: samples per second that are pushed.
    ///   - memory: `bytes` of it, on an 8-byte boundary; it outlives the binding.
    /// - Returns: nil if the device lacks one of the axes, or its scale is beyond single precision.
    public init?(_ sensor: SensorDescription, rate: Float, memory: UnsafeMutableRawPointer) {
        guard sensor.hasSixAxes else { return nil }
        derivation = memory.assumingMemoryBound(to: mq_derivation.self)
        for axis in 0..<6 {
            let kind = UInt8(axis < 3 ? 0x10 + axis : 0x1D + axis)
            guard let source = sensor.source(of: kind) else { return nil }
            let channel = sensor.channels[source.channel]
            let factor = channel.unit.toCanonical * (source.isReversed ? -1 : 1)
            guard mq_derivation_set_axis(derivation, axis, UInt8(source.channel), channel.scale, channel.offset, factor) else {
                return nil
            }
        }
        begin(rate: rate)
    }

    /// Memory that a binding needs.
    public static var bytes: Int { MemoryLayout<mq_derivation>.stride }

    /// Whether a network reads what no channel has.
    public static func isNeeded(by inputs: NetworkInputs) -> Bool {
        for input in 0..<inputs.count where inputs.features[input].kind >= UInt8(MQ_DERIVED_KIND) { return true }
        return false
    }

    /// Whether all that a network reads can be told.
    public static func tells(_ inputs: NetworkInputs) -> Bool {
        for input in 0..<inputs.count where mq_quantity_of_kind(inputs.features[input].kind) == Int(MQ_QUANTITIES) { return false }
        return true
    }

    /// Begins with no sample seen, and no bias known.
    @_noAllocation
    public func begin(rate: Float) { mq_derivation_begin(derivation, rate) }

    /// Samples are missing. What is known of the gyroscope's bias is kept.
    @_noAllocation
    public func restart() { mq_derivation_restart(derivation) }

    /// A sample's axes, in g and rad/s: six values.
    @_noAllocation
    public func read(_ counts: UnsafePointer<Int16>, into axes: UnsafeMutablePointer<Float>) {
        mq_derivation_axes(derivation, counts, axes)
    }

    /// Takes the next sample.
    ///
    /// - Parameter counts: one for each of the device's channels.
    @_noAllocation
    public func push(_ counts: UnsafePointer<Int16>) { mq_derivation_push(derivation, counts) }

    /// Takes the next sample.
    ///
    /// - Parameter axes: six, in g and rad/s.
    @_noAllocation
    public func push(axes: UnsafePointer<Float>) { mq_derivation_push_axes(derivation, axes) }

    /// An input of a network as it reads the newest sample: `(x − offset) · scale`, 0 if that is no number.
    ///
    /// - Parameters:
    ///   - kind: what it measures; one that `tells` holds for.
    ///   - fractionBits: of the network's inputs, 0 … 15.
    @_noAllocation
    public func input(_ kind: UInt8, offset: Float, scale: Float, fractionBits: Int) -> Int16 {
        mq_derivation_input(
            derivation, mq_quantity_of_kind(kind), offset, scale, UInt32(truncatingIfNeeded: fractionBits))
    }
}
