@_exported public import Channels
import LSTMEngine
import LivePipeline
import Recognition
import ReferenceModel

/// Samples in, windows and events out, one sample at a time.
///
///     let recogniser = try MotionRecogniser(model)
///     if let window = recogniser.push([ax, ay, az, gx, gy, gz]) { print(window.label, window.probability) }
///
/// A sample costs one step of every window in flight and allocates nothing; a window that ends allocates what `MotionWindow` holds.
/// One thread at a time.
public final class MotionRecogniser {
    public let model: MotionModel
    private let owned: OwnedRecogniser
    private let features: [InputFeature]
    /// Channels of the sensor; 0 without one.
    private var channels = 0
    /// Microseconds between two samples.
    private let period: Double
    private var values: [Int16]
    private var samples = 0

    /// - Parameters:
    ///   - model: what recognises.
    ///   - sensor: what the counts of `push(counts:)` mean; nil for physical values only.
    ///   - rate: samples per second; nil for the sensor's or else the model's.
    ///   - options: how probabilities become events.
    /// - Throws: that nobody knows the rate, or what the sensor lacks for the model.
    public convenience init(
        _ model: MotionModel, sensor: SensorDescription? = nil, rate: Double? = nil, options: MotionOptions = MotionOptions()
    ) throws(MotionError) {
        guard let rate = rate ?? sensor.map({ Double($0.rate) }) ?? model.rate, rate > 0 else {
            throw MotionError(.model, "the model names no sampling rate; say at how many hertz the samples come (rate:)")
        }
        self.init(model, rate: rate, options: options)
        guard let sensor else { return }
        do {
            try owned.bind(sensor)
        } catch {
            throw MotionError(.misfit, MisfitError(error, sensor, model.live).description)
        }
        channels = sensor.channelCount
    }

    init(_ model: MotionModel, rate: Double, options: MotionOptions) {
        self.model = model
        period = 1_000_000 / rate
        features = model.live.description.inputs
        owned = model.live.recogniser(decision: options.parameters)
        values = Array(repeating: 0, count: features.count)
    }

    /// Takes one sample in physical units.
    ///
    /// - Parameters:
    ///   - sample: g and rad/s, one value for each of the model's `inputs`, in their order; traps on another number of them. What is no
    ///     number is taken for the largest one.
    ///   - time: seconds, on any clock that does not go back; nil for the next moment at the sampling rate.
    /// - Returns: the window that it completed, if any.
    public func push(_ sample: [Double], at time: Double? = nil) -> MotionWindow? { push(sample.span, at: time, session: nil) }

    /// The same without an array.
    public func push(_ sample: Span<Double>, at time: Double? = nil) -> MotionWindow? { push(sample, at: time, session: nil) }

    /// Takes one sample as the sensor counts. Traps without a `sensor`.
    ///
    /// - Parameters:
    ///   - counts: one for each channel of the sensor; traps on another number of them.
    ///   - time: as for physical values.
    /// - Returns: the window that it completed, if any.
    public func push(counts: [Int16], at time: Double? = nil) -> MotionWindow? {
        precondition(channels > 0, "counts mean nothing without a sensor: give one to init")
        precondition(counts.count == channels, "a sample has a count for each channel of the sensor")
        let now = advance(to: time)
        return counts.withUnsafeBufferPointer { counts in
            counts.baseAddress.flatMap { window(owned.recogniser.push($0, at: now), at: now, session: nil) }
        }
    }

    /// What follows does not follow what came before: a gap, or another person. Windows begin again, a label that is active stays
    /// so.
    public func restart() {
        owned.recogniser.restart()
        samples = 0
    }

    /// The label that was entered and not yet left.
    public var activeLabel: String? { owned.recogniser.activeLabel.map { model.labels[$0] } }

    func push(_ sample: Span<Double>, at time: Double?, session: String?) -> MotionWindow? {
        precondition(sample.count == values.count, "a sample has a value for each of the model's inputs")
        for index in values.indices {
            values[index] = features[index].quantized(sample[index], fractionBits: model.inputFractionBits)
        }
        let now = advance(to: time)
        return window(owned.recogniser.push(inputs: values.span, at: now), at: now, session: session)
    }

    /// Counts a sample.
    ///
    /// - Returns: its time in microseconds.
    private func advance(to time: Double?) -> UInt64 {
        defer { samples += 1 }
        return UInt64(max(0, min((time.map { $0 * 1_000_000 } ?? Double(samples) * period), 1e18)))
    }

    private func window(_ recognised: RecognisedWindow?, at time: UInt64, session: String?) -> MotionWindow? {
        recognised.map {
            MotionWindow(
                $0.window, $0.decision, scores: owned.recogniser.probabilities, of: model, time: time, session: session)
        }
    }
}
