import Channels
import Conditioning
import ReferenceModel

/// A device's samples at the rate of a model, in physical values and by the same `Resampler` and `OrientationFilter` as recordings, so
/// that the network is given the same bits as offline. Allocates in `init` only.
final class RateConversion {
    /// What is told of it.
    let summary: ResampledRate
    /// `[inputs]`: the sample that `next` has told, as the network reads it.
    let inputs: UnsafeMutablePointer<Int16>
    private let features: [InputFeature]
    private let fractionBits: Int
    private let sources: [Source]
    /// `[sources]`, in g and rad/s.
    private let sample: UnsafeMutablePointer<Float>
    private var resampler: Resampler
    /// For a model that reads what no channel has.
    private var derivation: Derivation?

    /// From the six axes at the model's rate to all that a model may read of them.
    private struct Derivation {
        var filter: OrientationFilter
        /// `[15]`: the axes, and what the filter tells.
        let quantities: UnsafeMutablePointer<Float>
        /// Of each input, in `quantities`.
        let columns: [Int]

        static let names = OrientationFilter.axes + OrientationFilter.quantities

        init?(_ features: [InputFeature], rate: Double) {
            let columns = features.compactMap { Self.names.firstIndex(of: $0.name) }
            guard columns.count == features.count else { return nil }
            self.columns = columns
            filter = OrientationFilter(rate: rate)
            quantities = .allocate(capacity: Self.names.count)
            quantities.initialize(repeating: 0, count: Self.names.count)
        }

        mutating func push(_ axes: UnsafePointer<Float>) {
            quantities.update(from: axes, count: 6)
            filter.push(axes, into: quantities + 6)
        }
    }

    /// Where an input's quantity stands in a sample, and what makes g or rad/s of its counts.
    private struct Source {
        var channel: Int
        var about: ChannelDescription
        var factor: Double
    }

    /// - Parameter rate: of the model.
    /// - Returns: nil if the device lacks a quantity that the model reads.
    init?(_ sensor: SensorDescription, to model: LiveModel, rate: Double) {
        (features, fractionBits) = model.streamed
        var sources: [Source] = []
        let derives = features.derives && sensor.hasSixAxes
        for name in derives ? OrientationFilter.axes : features.map(\.name) {
            guard let kind = QuantityKind.code(of: name), let source = sensor.source(of: kind) else { return nil }
            let about = sensor.channels[source.channel]
            sources.append(
                Source(
                    channel: source.channel, about: about, factor: about.unit.toCanonical * (source.isReversed ? -1 : 1)))
        }
        self.sources = sources
        if derives {
            guard let found = Derivation(features, rate: rate) else { return nil }
            derivation = found
        }
        resampler = Resampler(from: Double(sensor.rate), to: rate, channels: sources.count)
        summary = ResampledRate(
            device: Double(sensor.rate), model: rate, seconds: resampler.delay / Double(sensor.rate))
        inputs = .allocate(capacity: features.count)
        inputs.initialize(repeating: 0, count: features.count)
        sample = .allocate(capacity: sources.count)
        sample.initialize(repeating: 0, count: sources.count)
    }

    deinit {
        inputs.deallocate()
        sample.deallocate()
        derivation?.quantities.deallocate()
    }

    /// Samples of the device by which the moment that `next` told lies before the newest one.
    var age: Double { Double(resampler.count - 1) - resampler.moment }

    /// The most moments that so many samples of the device can tell.
    func moments(of samples: Int) -> Int { Int((Double(samples) / resampler.ratio).rounded(.up)) + 1 }

    /// Samples are missing.
    func restart() {
        resampler.restart()
        derivation?.filter.restart()
    }

    /// Takes a sample of the device.
    func push(_ counts: UnsafePointer<Int16>) {
        for (input, source) in sources.enumerated() {
            let value = Double(counts[source.channel]) * Double(source.about.scale) + Double(source.about.offset)
            sample[input] = Float(value * source.factor)
        }
        resampler.push(sample)
    }

    /// Tells the next moment in `inputs`; false if more samples must come first.
    func next() -> Bool {
        guard resampler.next() else { return false }
        if derivation != nil {
            derivation?.push(resampler.values)
            for (input, column) in (derivation?.columns ?? []).enumerated() {
                let value = derivation?.quantities[column] ?? 0
                inputs[input] = features[input].quantizedSingly(value, fractionBits: fractionBits)
            }
            return true
        }
        for input in 0..<features.count {
            inputs[input] = features[input].quantized(Double(resampler.values[input]), fractionBits: fractionBits)
        }
        return true
    }
}
