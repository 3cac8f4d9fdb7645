import MotionCore

/// Motion at another rate, up or down, by band-limited interpolation: samples in as they come, new samples out as soon as
/// they can be told.
///
///     resampler.push(sample)
///     while resampler.next() { use(resampler.values) }
///     resampler.finish()                              // at the end of a stretch, if there is one
///     while resampler.next() { use(resampler.values) }
///
/// A linear-phase windowed sinc (Kaiser) lets pass what is below 80 % of the lower of the two Nyquist frequencies and suppresses by
/// 60 dB or more what is above it. A constant stays exactly what it is, also at both ends, where the weights that would fall
/// outside are left out and the others raised. The new samples lie at the first sample and at even distances from it; none lies
/// after the last one.
///
/// A new sample waits for the samples after it that have a part in it (`delay`). Nothing is allocated after `init`. One thread.
public struct Resampler: ~Copyable {
    /// Two rates that differ by no more than this part are the same rate: clocks of sensors are that inexact.
    public static let rateTolerance = 0.02

    /// Source samples per new one.
    public let ratio: Double
    /// Values of a sample.
    public let channels: Int
    /// `[channels]`: the new sample that `next` has told.
    public let values: UnsafeMutablePointer<Float>
    private let kernel: ResamplingKernel
    /// `[2 · capacity][channels]`: a ring in which every sample stands twice, so that the last `capacity` ones always lie in a row.
    private let samples: UnsafeMutablePointer<Float>
    private let capacity: Int
    /// `[channels]`
    private let sums: UnsafeMutablePointer<Double>
    /// Source samples since the last restart, and new ones that were told.
    private var received = 0
    private var told = 0
    private var isFinished = false

    /// - Parameters:
    ///   - rate: samples per second that come.
    ///   - wanted: samples per second that are wanted. Both are greater than 0.
    ///   - channels: values of a sample, 1 or more.
    public init(from rate: Double, to wanted: Double, channels: Int) {
        precondition(rate > 0 && wanted > 0 && (rate / wanted).isFinite, "a rate is a number of samples per second greater than 0")
        precondition(channels > 0, "a sample has at least one value")
        ratio = rate / wanted
        self.channels = channels
        kernel = .of(ratio: ratio)
        // What has a part in the next sample, and one more on either side for what rounding may do.
        capacity = Int(saturating: 2 * kernel.reach) + 3
        samples = .allocate(capacity: 2 * capacity * channels)
        samples.initialize(repeating: 0, count: 2 * capacity * channels)
        values = .allocate(capacity: channels)
        values.initialize(repeating: 0, count: channels)
        sums = .allocate(capacity: channels)
        sums.initialize(repeating: 0, count: channels)
    }

    deinit {
        samples.deallocate()
        values.deallocate()
        sums.deallocate()
    }

    /// Whether samples at one rate need no resampling for another.
    public static func agree(_ rate: Double, _ wanted: Double) -> Bool { abs(rate / wanted - 1) <= rateTolerance }

    /// Whether a rate can be one of motion, and be brought to another: time stamps in seconds or microseconds taken for
    /// milliseconds are off by a thousand, and would make a thousand samples of one.
    public static func isPlausible(_ rate: Double, to wanted: Double) -> Bool {
        (1...10_000).contains(rate) && (wanted / 50...wanted * 200).contains(rate)
    }

    /// Source samples by which a new sample lies before the newest one when it is told, at most.
    public var delay: Double { kernel.reach }

    /// Where the sample that was told last lies, in source samples from the first one.
    public var moment: Double { Double(told - 1) * ratio }

    /// Source samples that came since the last restart.
    public var count: Int { received }

    /// What follows does not follow what came before.
    public mutating func restart() {
        received = 0
        told = 0
        isFinished = false
    }

    /// Takes the next sample. Traps if `next` has not told all that it could, or after `finish`.
    ///
    /// - Parameter sample: `channels` values.
    public mutating func push(_ sample: UnsafePointer<Float>) {
        precondition(!isFinished, "after the end of a stretch only a restart follows")
        // The oldest sample that is overwritten must have no part in what is told next.
        precondition(received - capacity < oldestNeeded, "all that can be told is asked for before the next sample")
        let place = received % capacity
        (samples + place * channels).update(from: sample, count: channels)
        (samples + (place + capacity) * channels).update(from: sample, count: channels)
        received += 1
    }

    /// No sample follows: what is left is told without those that would come.
    public mutating func finish() { isFinished = true }

    /// Tells the next new sample in `values`.
    ///
    /// - Returns: false if it cannot be told yet, or lies after the last sample of a finished stretch.
    public mutating func next() -> Bool {
        guard received > 0 else { return false }
        let centre = Double(told) * ratio
        let last = received - 1
        if isFinished {
            // The last new sample may miss the last original one by a rounding error only.
            guard told <= Int(saturating: (Double(last) / ratio + 1e-6).rounded(.down)) else { return false }
        } else {
            guard Int(saturating: (centre + kernel.reach).rounded(.down)) <= last else { return false }
        }
        interpolate(
            at: centre, from: Int(saturating: max(0, centre - kernel.reach).rounded(.up)),
            through: Int(saturating: min(Double(last), centre + kernel.reach).rounded(.down)))
        told += 1
        return true
    }

    private var oldestNeeded: Int { Int(saturating: max(0, Double(told) * ratio - kernel.reach).rounded(.up)) }

    private func interpolate(at centre: Double, from first: Int, through end: Int) {
        sums.update(repeating: 0, count: channels)
        var total = 0.0
        var source = UnsafePointer(samples + first % capacity * channels)
        for sample in first...end {
            let weight = kernel.weight(at: Double(sample) - centre)
            total += weight
            for channel in 0..<channels { sums[channel] += weight * Double(source[channel]) }
            source += channels
        }
        for channel in 0..<channels { values[channel] = Float(sums[channel] / total) }
    }
}
