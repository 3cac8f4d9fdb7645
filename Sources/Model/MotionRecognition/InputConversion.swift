import Models
package import MotionCore
import SignalProcessing

/// A device's samples as a model reads them that cannot read its counts: at the model's rate, and with what no channel has. In
/// physical values, by the same `Resampler` and `OrientationFilter` as recordings, so that the network is given the same bits as
/// offline; and where something is derived, the same bits as on a microcontroller. Allocates in `init` only.
package final class InputConversion {
    /// What is told of another rate; nil where it is the model's.
    package let summary: ResampledRate?
    /// Whether it tells what no channel has.
    package var derives: Bool { derivation != nil }
    /// `[inputs]`: the sample that `next` has told, as the network reads it.
    package let inputs: UnsafeMutablePointer<Int16>
    private let features: [InputFeature]
    private let fractionBits: Int
    private var sources: [Source]
    /// `[sources]`, in g and rad/s.
    private let sample: UnsafeMutablePointer<Float>
    private var resampler: Resampler
    /// A sample at the model's rate that `next` has not told yet.
    private var waits = false
    /// For a model that reads what no channel has.
    private let derivation: Derivation?

    /// Where an input's quantity stands in a sample, and what makes g or rad/s of its counts.
    private struct Source {
        var channel: Int
        var scale: Double
        var offset: Double
        var factor: Double
        /// Whether a count says that there is no value; and then, how long the last one counts (ChannelBinding).
        var mayMiss: Bool
        var last = Float.nan
        var age = 0

        mutating func value(of count: Int16, holding longest: Int) -> Float {
            if mayMiss, count == ChannelText.noValue {
                age += 1
                return age <= longest ? last : .nan
            }
            age = 0
            last = Float((Double(count) * scale + offset) * factor)
            return last
        }
    }

    /// Samples for which a channel keeps its last value where it has none: a second of the device's.
    private let longestHold: Int

    /// - Parameter rate: of the model; nil: the device's.
    /// - Returns: nil if the device lacks a quantity that the model reads.
    package init?(_ sensor: SensorDescription, to model: LiveModel, rate wanted: Double?) {
        (features, fractionBits) = model.streamed
        var sources: [Source] = []
        let derives = features.derives && sensor.hasSixAxes
        for name in derives ? SixAxes.names : features.map(\.name) {
            guard let source = sensor.source(named: name) else { return nil }
            let about = sensor.channels[source.channel]
            sources.append(
                Source(
                    channel: source.channel, scale: Double(about.scale), offset: Double(about.offset),
                    factor: about.unit.toCanonical * (source.isReversed ? -1 : 1), mayMiss: !about.text.isEmpty))
        }
        self.sources = sources
        let (found, rate) = (Double(sensor.rate), wanted ?? Double(sensor.rate))
        longestHold = max(1, Int(saturating: found.rounded()))
        derivation = derives ? Derivation(features, fractionBits: fractionBits, rate: rate, sensor) : nil
        guard derives == (derivation != nil) else { return nil }
        resampler = Resampler(from: found, to: rate, channels: sources.count)
        summary =
            Resampler.agree(found, rate)
            ? nil : ResampledRate(device: found, model: rate, seconds: resampler.delay / found)
        inputs = .allocate(capacity: features.count)
        inputs.initialize(repeating: 0, count: features.count)
        sample = .allocate(capacity: sources.count)
        sample.initialize(repeating: 0, count: sources.count)
    }

    /// For physical values, one for each input of the model, of which none is derived.
    ///
    /// - Parameters:
    ///   - found: samples per second that come.
    ///   - wanted: samples per second of the model.
    package init(from found: Double, to model: LiveModel, rate wanted: Double) {
        (features, fractionBits) = model.streamed
        (sources, longestHold, derivation) = ([], 1, nil)
        resampler = Resampler(from: found, to: wanted, channels: features.count)
        summary =
            Resampler.agree(found, wanted)
            ? nil : ResampledRate(device: found, model: wanted, seconds: resampler.delay / found)
        inputs = .allocate(capacity: features.count)
        inputs.initialize(repeating: 0, count: features.count)
        sample = .allocate(capacity: features.count)
        sample.initialize(repeating: 0, count: features.count)
    }

    deinit {
        inputs.deallocate()
        sample.deallocate()
    }

    /// Samples of the device by which the moment that `next` told lies before the newest one.
    package var age: Double { summary == nil ? 0 : Double(resampler.count - 1) - resampler.moment }

    /// The most moments that so many samples of the device can tell.
    package func moments(of samples: Int) -> Int { Int(saturating: (Double(samples) / resampler.ratio).rounded(.up)) + 1 }

    /// Samples are missing.
    package func restart() {
        resampler.restart()
        waits = false
        derivation?.restart()
    }

    /// Another session: nothing is known of the device's gyroscope either.
    package func begin() {
        restart()
        derivation?.begin()
    }

    /// Takes a sample of the device.
    package func push(_ counts: UnsafePointer<Int16>) {
        if let derivation {
            derivation.read(counts, into: sample)
        } else {
            for input in sources.indices {
                sample[input] = sources[input].value(of: counts[sources[input].channel], holding: longestHold)
            }
        }
        guard summary == nil else { return resampler.push(sample) }
        waits = true
    }

    /// Takes physical values, one for each input; nothing may be derived.
    package func push(_ values: Span<Double>) {
        for input in features.indices { sample[input] = Float(values[input]) }
        guard summary == nil else { return resampler.push(sample) }
        waits = true
    }

    /// No sample follows before a restart: what is held back is told.
    package func finish() { if summary != nil { resampler.finish() } }

    /// Tells the next moment in `inputs`; false if more samples must come first.
    package func next() -> Bool {
        guard summary == nil ? waits : resampler.next() else { return false }
        waits = false
        let values = summary == nil ? sample : resampler.values
        if let derivation {
            derivation.push(values, into: inputs)
        } else {
            for input in 0..<features.count {
                inputs[input] = features[input].quantized(Double(values[input]), fractionBits: fractionBits)
            }
        }
        return true
    }
}
