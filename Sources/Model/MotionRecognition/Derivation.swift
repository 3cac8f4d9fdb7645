import Models
import MotionCore
import SignalProcessing

/// From a device's counts to inputs that no channel has, by the same C as on microcontrollers: the same bits. Allocates in `init`
/// only.
final class Derivation {
    private let binding: DerivedBinding
    private let memory: UnsafeMutableRawPointer
    private let features: [InputFeature]
    private let fractionBits: Int
    /// Of each input, what it measures.
    private let kinds: [UInt8]
    private let rate: Float

    /// - Parameter rate: samples per second that are pushed.
    /// - Returns: nil if an input is nothing that can be told, or the device lacks one of the six axes.
    init?(_ features: [InputFeature], fractionBits: Int, rate: Double, _ sensor: SensorDescription) {
        let kinds = features.compactMap { OrientationFilter.kind(of: $0.name) }
        guard kinds.count == features.count else { return nil }
        memory = .allocate(byteCount: DerivedBinding.bytes, alignment: 8)
        self.rate = Float(rate)
        self.kinds = kinds
        self.features = features
        self.fractionBits = fractionBits
        guard let binding = DerivedBinding(sensor, rate: self.rate, memory: memory) else {
            memory.deallocate()
            return nil
        }
        self.binding = binding
    }

    deinit { memory.deallocate() }

    /// With no sample seen, and no bias known.
    func begin() { binding.begin(rate: rate) }

    /// Samples are missing.
    func restart() { binding.restart() }

    /// - Parameter axes: get the six axes of a device's sample in g and rad/s.
    func read(_ counts: UnsafePointer<Int16>, into axes: UnsafeMutablePointer<Float>) { binding.read(counts, into: axes) }

    /// - Parameters:
    ///   - axes: `[6]`, in g and rad/s.
    ///   - inputs: get what the network reads.
    func push(_ axes: UnsafePointer<Float>, into inputs: UnsafeMutablePointer<Int16>) {
        binding.push(axes: axes)
        for input in 0..<kinds.count {
            inputs[input] = binding.input(
                kinds[input], offset: features[input].offset, scale: features[input].scale, fractionBits: fractionBits)
        }
    }
}
