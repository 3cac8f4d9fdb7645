import Formatting
import LiveLoop
import Models
@_exported public import MotionCore

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
    private let fractionBits: Int
    /// Channels of the sensor; 0 without one.
    private var channels = 0
    /// Microseconds between two samples.
    private let period: Double
    private var values: [Int16]
    private var samples = 0

    /// For physical values.
    ///
    /// - Parameters:
    ///   - model: what recognises.
    ///   - rate: samples per second, more than 0; nil for the model's.
    ///   - options: how probabilities become events; nil: as the model has it.
    /// - Throws: that nobody knows the rate, or that it is not the model's.
    public convenience init(
        _ model: MotionModel, rate: Double? = nil, options: MotionOptions? = nil
    ) throws(MotionError) {
        precondition(rate.map { $0 > 0 } ?? true, "samples come at more than 0 Hz")
        try model.requireUnits()
        guard let rate = rate ?? model.rate else {
            throw MotionError(.model, "the model names no sampling rate; say at how many hertz the samples come (rate:)")
        }
        guard ChannelBinding.accepts(Float(rate), for: model.rate.map { Float($0) }) else {
            throw MotionError(
                .misfit,
                "the samples come at \(Numbers.hertz(rate)), the model was made for \(Numbers.hertz(model.rate ?? rate)); resample them or use another model"
            )
        }
        self.init(model, assuming: rate, options: options ?? model.options)
    }

    /// For the counts of a sensor, and for physical values at its rate.
    ///
    /// - Parameters:
    ///   - model: what recognises.
    ///   - sensor: what the counts of `push(counts:)` mean, at more than 0 Hz.
    ///   - options: how probabilities become events; nil: as the model has it.
    /// - Throws: what the sensor lacks for the model.
    public convenience init(
        _ model: MotionModel, sensor: SensorDescription, options: MotionOptions? = nil
    ) throws(MotionError) {
        precondition(sensor.rate > 0, "a sensor samples at more than 0 Hz")
        try model.requireUnits()
        self.init(model, assuming: Double(sensor.rate), options: options ?? model.options)
        do {
            try owned.bind(sensor)
        } catch {
            throw MotionError(.misfit, MisfitError(error, sensor, model.live).description)
        }
        channels = sensor.channelCount
    }

    /// - Parameter rate: of which nothing is asked.
    init(_ model: MotionModel, assuming rate: Double, options: MotionOptions) {
        self.model = model
        period = 1_000_000 / rate
        (features, fractionBits) = model.live.streamed
        owned = model.live.recogniser(decision: options.parameters)
        values = Array(repeating: 0, count: features.count)
    }

    /// Takes one sample in physical units.
    ///
    /// A model of whole strokes cuts them out of the samples: each makes one window, at most three samples after the pause that
    /// ended it, and is an event by itself, also if it is the same again.
    ///
    /// - Parameters:
    ///   - sample: g and rad/s, one value for each of the model's `inputs`, in their order; traps on another number of them. What
    ///     is no number is taken for the largest one.
    ///   - time: seconds since any start, on a clock that does not go back; nil for the next moment at the sampling rate. All
    ///     samples with a time, or none.
    /// - Returns: the window that it completed, if any.
    public func push(_ sample: [Double], at time: Double? = nil) -> MotionWindow? { push(sample.span, at: time, session: nil) }

    /// Takes a sample without an array; all else as with one.
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
    /// so, and time goes on.
    public func restart() {
        owned.recogniser.restart()
    }

    /// The label that was entered and not yet left.
    public var activeLabel: String? { owned.recogniser.activeLabel.map { model.labels[$0] } }

    func push(_ sample: Span<Double>, at time: Double?, session: String?) -> MotionWindow? {
        precondition(sample.count == values.count, "a sample has a value for each of the model's inputs")
        for index in values.indices {
            values[index] = features[index].quantized(sample[index], fractionBits: fractionBits)
        }
        let now = advance(to: time)
        return window(owned.recogniser.push(inputs: values.span, at: now), at: now, session: session)
    }

    /// Counts a sample.
    ///
    /// - Returns: its time in microseconds.
    private func advance(to time: Double?) -> UInt64 {
        defer { samples += 1 }
        let microseconds = time.map { $0 * 1_000_000 } ?? Double(samples) * period
        precondition(microseconds >= 0, "time counts from a start")
        return UInt64(saturating: min(microseconds, 1e18))
    }

    private func window(_ recognised: RecognisedWindow?, at time: UInt64, session: String?) -> MotionWindow? {
        recognised.map {
            MotionWindow(
                $0.window, $0.decision, scores: owned.recogniser.probabilities, of: model, time: time, session: session)
        }
    }
}

extension MotionModel {
    /// Refuses a model that reads shares of ranges which nobody has told.
    fileprivate func requireUnits() throws(MotionError) {
        guard let input = live.description.inputs.first(where: { $0.usual != nil }) else { return }
        throw MotionError(
            .model, "the model reads where \(input.name) is in its wearer's range; name a recording of the wearer (wearer:)")
    }
}
