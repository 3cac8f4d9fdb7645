import Formatting
import Models
@_exported public import MotionCore
import SignalProcessing

/// Samples in, windows and events out, one sample at a time, wherever they come from: a port, Bluetooth, a file, a socket.
///
///     let recogniser = try MotionRecogniser(model, rate: 100)
///     for window in recogniser.push([ax, ay, az, gx, gy, gz]) { print(window.label, window.probability) }
///
/// Samples at another rate than the model's are resampled, bit for bit as recordings are, and then every window comes later by
/// `delay`. A sample costs one step of every window in flight and allocates nothing; a window that ends allocates what
/// `MotionWindow` holds. One thread at a time.
public final class MotionRecogniser {
    /// What recognises.
    public let model: MotionModel
    private let owned: OwnedRecogniser
    private let features: [InputFeature]
    private let fractionBits: Int
    /// Channels of the sensor; 0 without one.
    private var channels = 0
    /// Samples per second that come.
    private let rate: Double
    private var values: [Int16]
    private var samples = 0
    /// For samples at another rate than the model's, and for what no channel has; nil where they are taken as they come.
    private let conversion: InputConversion?

    /// For physical values.
    ///
    /// - Parameters:
    ///   - model: what recognises.
    ///   - rate: samples per second that will come, more than 0; nil for the model's.
    ///   - options: how probabilities become events; nil: as the model has it.
    /// - Throws: that nobody knows the rate, or that it cannot be brought to the model's.
    public convenience init(
        _ model: MotionModel, rate: Double? = nil, options: MotionOptions? = nil
    ) throws(MotionError) {
        precondition(rate.map { $0 > 0 } ?? true, "samples come at more than 0 Hz")
        try model.requireUnits()
        guard let rate = rate ?? model.rate else {
            throw MotionError(.model, "the model names no sampling rate; say at how many hertz the samples come (rate:)")
        }
        self.init(model, assuming: rate, options: options ?? model.options, conversion: try model.conversion(from: rate))
    }

    /// For the counts of a sensor, and for physical values at its rate.
    ///
    /// - Parameters:
    ///   - model: what recognises.
    ///   - sensor: what the counts of `push(counts:)` mean, at more than 0 Hz.
    ///   - options: how probabilities become events; nil: as the model has it.
    /// - Throws: what the sensor lacks for the model, or that its rate cannot be brought to the model's.
    public convenience init(
        _ model: MotionModel, sensor: SensorDescription, options: MotionOptions? = nil
    ) throws(MotionError) {
        precondition(sensor.rate > 0, "a sensor samples at more than 0 Hz")
        try model.requireUnits()
        let conversion = model.live.conversion(for: sensor)
        self.init(model, assuming: Double(sensor.rate), options: options ?? model.options, conversion: conversion)
        var atRate = sensor
        if let summary = conversion?.summary { atRate.rate = Float(summary.model) }
        // What is derived has no channel to bind.
        if conversion?.derives != true {
            do throws(Misfit) {
                try owned.bind(atRate)
            } catch {
                throw MotionError(.misfit, MisfitError(error, sensor, model.live).description)
            }
            if conversion != nil { owned.recogniser.restart() }
        }
        channels = sensor.channelCount
    }

    /// - Parameters:
    ///   - rate: of which nothing is asked.
    ///   - conversion: from it to what the network reads.
    init(_ model: MotionModel, assuming rate: Double, options: MotionOptions, conversion: InputConversion? = nil) {
        self.model = model
        self.rate = rate
        self.conversion = conversion
        (features, fractionBits) = model.live.streamed
        owned = model.live.recogniser(decision: options.parameters)
        values = Array(repeating: 0, count: features.count)
    }

    /// Seconds by which a window comes later than with samples at the model's rate: the filter waits for what follows. 0 where
    /// nothing is resampled.
    public var delay: Double { conversion?.summary?.seconds ?? 0 }

    /// Takes one sample in physical units.
    ///
    /// A model of whole strokes cuts them out of the samples: each makes one window, at most three samples after the pause that
    /// ended it, and is an event by itself, also if it is the same again.
    ///
    /// - Parameters:
    ///   - sample: g and rad/s, one value for each of the model's `inputs`, in their order; traps on another number of them, and
    ///     for a sensor from whose counts the inputs are derived. What is no number is taken for the largest one.
    ///   - time: seconds since any start, on a clock that does not go back; nil for the next moment at the sampling rate. All
    ///     samples with a time, or none.
    /// - Returns: the windows that it completed: mostly none, at the model's rate one at most.
    public func push(_ sample: [Double], at time: Double? = nil) -> [MotionWindow] { push(sample.span, at: time) }

    /// Takes a sample without an array; all else as with one.
    public func push(_ sample: Span<Double>, at time: Double? = nil) -> [MotionWindow] {
        guard let conversion else { return window(of: sample, at: time, session: nil).map { [$0] } ?? [] }
        precondition(sample.count == features.count, "a sample has a value for each of the model's inputs")
        precondition(!conversion.derives, "the inputs are derived from a sensor's counts: push those")
        conversion.push(sample)
        return converted(at: advance(to: time))
    }

    /// Takes one sample as the sensor counts. Traps without a `sensor`.
    ///
    /// - Parameters:
    ///   - counts: one for each channel of the sensor; traps on another number of them.
    ///   - time: as for physical values.
    /// - Returns: the windows that it completed: mostly none, at the model's rate one at most.
    public func push(counts: [Int16], at time: Double? = nil) -> [MotionWindow] {
        precondition(channels > 0, "counts mean nothing without a sensor: give one to init")
        precondition(counts.count == channels, "a sample has a count for each channel of the sensor")
        let now = advance(to: time)
        return counts.withUnsafeBufferPointer { counts in
            guard let start = counts.baseAddress else { return [] }
            guard let conversion else {
                return window(owned.recogniser.push(start, at: now), at: now, session: nil).map { [$0] } ?? []
            }
            conversion.push(start)
            return converted(at: now)
        }
    }

    /// What follows does not follow what came before: a gap, or another person. Windows begin again, a label that is active stays
    /// so, and time goes on.
    public func restart() {
        owned.recogniser.restart()
        conversion?.restart()
    }

    /// No sample follows what came: the windows that resampling held back. After it as after `restart`.
    public func finish() -> [MotionWindow] {
        defer { restart() }
        guard let conversion else { return [] }
        conversion.finish()
        return converted(at: now)
    }

    /// The label that was entered and not yet left.
    public var activeLabel: String? { owned.recogniser.activeLabel.map { model.labels[$0] } }

    // MARK: Inside

    /// When the newest sample was taken, in microseconds.
    private var now: UInt64 = 0

    /// Takes a sample of physical values at the model's rate.
    func window(of sample: Span<Double>, at time: Double?, session: String?) -> MotionWindow? {
        precondition(sample.count == values.count, "a sample has a value for each of the model's inputs")
        for index in values.indices {
            values[index] = features[index].quantized(sample[index], fractionBits: fractionBits)
        }
        let now = advance(to: time)
        return window(owned.recogniser.push(inputs: values.span, at: now), at: now, session: session)
    }

    /// Recognises all samples at the model's rate that can be told.
    private func converted(at now: UInt64) -> [MotionWindow] {
        guard let conversion else { return [] }
        var windows: [MotionWindow] = []
        while conversion.next() {
            let age = UInt64(saturating: max(0, conversion.age) * 1_000_000 / rate)
            let time = now - min(now, age)
            let inputs = UnsafeBufferPointer(start: conversion.inputs, count: features.count)
            if let window = window(owned.recogniser.push(inputs: inputs.span, at: time), at: time, session: nil) {
                windows.append(window)
            }
        }
        return windows
    }

    /// Counts a sample.
    ///
    /// - Returns: its time in microseconds.
    private func advance(to time: Double?) -> UInt64 {
        defer { samples += 1 }
        let microseconds = time.map { $0 * 1_000_000 } ?? Double(samples) * (1_000_000 / rate)
        precondition(microseconds >= 0, "time counts from a start")
        now = UInt64(saturating: min(microseconds, 1e18))
        return now
    }

    private func window(_ recognised: RecognisedWindow?, at time: UInt64, session: String?) -> MotionWindow? {
        recognised.map {
            MotionWindow(
                $0.window, $0.decision, scores: owned.recogniser.probabilities, of: model, time: time, session: session)
        }
    }
}

extension MotionModel {
    /// The windows of samples that are in memory, as those of a recording: the first sample is at 0 s, and none is missing.
    ///
    /// - Parameters:
    ///   - samples: g and rad/s, one value for each of the model's `inputs`, in their order.
    ///   - rate: samples per second, more than 0; nil for the model's.
    ///   - options: how probabilities become events; nil: as the model has it.
    /// - Throws: as `MotionRecogniser` does, or which sample has another number of values.
    public func windows(
        of samples: some Sequence<[Double]>, rate: Double? = nil, options: MotionOptions? = nil
    ) throws(MotionError) -> [MotionWindow] {
        let recogniser = try MotionRecogniser(self, rate: rate, options: options)
        let wanted = inputs
        var windows: [MotionWindow] = []
        for (index, sample) in samples.enumerated() {
            guard sample.count == wanted.count else {
                throw MotionError(
                    .recording,
                    "sample \(index) has \(sample.count) values, and the model reads \(wanted.count); give one for each of "
                        + wanted.map(\.name).joined(separator: ", "))
            }
            windows += recogniser.push(sample)
        }
        return windows + recogniser.finish()
    }

    /// Refuses a model that reads shares of ranges which nobody has told.
    fileprivate func requireUnits() throws(MotionError) {
        guard let input = live.description.inputs.first(where: { $0.usual != nil }) else { return }
        throw MotionError(
            .model, "the model reads where \(input.name) is in its wearer's range; name a recording of the wearer (wearer:)")
    }

    /// What brings samples of physical values to the model's rate; nil if they come at it.
    fileprivate func conversion(from rate: Double) throws(MotionError) -> InputConversion? {
        guard let wanted = self.rate, !ChannelBinding.accepts(Float(rate), for: Float(wanted)) else { return nil }
        let rates = "the samples come at \(Numbers.hertz(rate)), the model was made for \(Numbers.hertz(wanted))"
        guard Resampler.isPlausible(rate, to: wanted) else {
            throw MotionError(.misfit, "\(rates): too far apart to resample them; check the rate, or use another model")
        }
        guard !live.description.inputs.derives else {
            throw MotionError(
                .misfit, "\(rates), and reads what an orientation filter tells; give a sensor and its counts, which are resampled")
        }
        return InputConversion(from: rate, to: live, rate: wanted)
    }
}
