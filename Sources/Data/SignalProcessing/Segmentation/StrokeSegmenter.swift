import CMotionCore
import MotionCore

/// Cuts a stream of samples into strokes by the code that cuts them where they are recognised (ARITHMETIC.md, §14.1), so that what
/// is shown and what is done later begin and end alike.
///
///     for sample in samples { if let segment = segmenter.push(sample) { use(segment) } }
///
/// At another rate than the network's, samples are brought to that by the `Resampler` of the live loop. Allocates in `init` only.
public final class StrokeSegmenter {
    private let settings: StrokeSettings
    private let strokes: UnsafeMutablePointer<mq_strokes>
    private let memory: UnsafeMutableRawPointer
    private var reader: mq_stroke_reader
    /// Nil where samples come at the network's rate.
    private var resampler: Resampler?
    /// Of the samples that come, for one of the network's.
    private let ratio: Double
    /// One sample: six values as they come, and those that the network reads in its steps.
    private let physical: UnsafeMutablePointer<Float>
    private let steps: UnsafeMutablePointer<Int16>
    /// At the network's rate, since the beginning or `restart`.
    private var count = 0

    /// - Parameter rate: of the samples that come, greater than 0.
    public init(_ settings: StrokeSettings, rate: Double) {
        precondition(rate > 0 && settings.cut.isValid, "strokes are cut at a rate, by numbers in their ranges")
        self.settings = settings
        let isSame = Resampler.agree(rate, settings.rate)
        ratio = isSame ? 1 : rate / settings.rate
        resampler = isSame ? nil : Resampler(from: rate, to: settings.rate, channels: 6)
        strokes = .allocate(capacity: 1)
        strokes.initialize(to: mq_strokes(settings))
        let inputs = settings.columns.count
        // The rows of a stroke are made as well; the shortest window that there is takes the least time.
        memory = .allocate(byteCount: mq_stroke_memory(strokes, inputs, Self.window), alignment: 8)
        reader = mq_stroke_reader_in(memory, strokes, inputs, Self.window)
        physical = .allocate(capacity: 6)
        physical.initialize(repeating: 0, count: 6)
        steps = .allocate(capacity: inputs)
        steps.initialize(repeating: 0, count: inputs)
    }

    deinit {
        strokes.deallocate()
        memory.deallocate()
        physical.deallocate()
        steps.deallocate()
    }

    private static let window = 4

    /// The first sample that a stroke which has not ended yet may begin with, since the beginning or `restart`.
    public var earliest: Int {
        let cut = settings.cut
        return max(0, Int(saturating: Double(count - cut.most - cut.pause - cut.before - cut.lag - 1) * ratio))
    }

    /// Takes a sample.
    ///
    /// - Parameter sample: ax, ay, az in g, gx, gy, gz in rad/s.
    /// - Returns: the stroke that has ended with its pause, in samples since the beginning or `restart`; of several that end with
    ///   one sample the last.
    public func push(_ sample: ArraySlice<Float>) -> Segment? {
        for (channel, value) in sample.enumerated() { physical[channel] = value }
        guard resampler != nil else { return take(UnsafePointer(physical)) }
        resampler?.push(physical)
        var segment: Segment?
        while resampler?.next() == true {
            guard let values = resampler?.values else { break }
            segment = take(UnsafePointer(values)) ?? segment
        }
        return segment
    }

    /// Samples are missing: a stroke that goes on is none. The next sample is number 0.
    public func restart() {
        mq_stroke_restart(&reader)
        resampler?.restart()
        count = 0
    }

    /// One at the network's rate.
    private func take(_ sample: UnsafePointer<Float>) -> Segment? {
        for (input, column) in settings.columns.enumerated() {
            let unit = column < 3 ? StrokeCut.stepsInG : StrokeCut.stepsInRadians
            steps[input] = Int16(saturating: max(-32_768, min(32_767, (Double(sample[column]) * unit).rounded())))
        }
        count += 1
        guard mq_stroke_push(&reader, steps) else { return nil }
        let end = count - settings.cut.pause
        return Segment(begin: place(of: end - Int(reader.length)), end: place(of: end))
    }

    private func place(of sample: Int) -> Int { Int(saturating: (Double(sample) * ratio).rounded()) }
}

extension mq_strokes {
    /// Without what a network makes of the values.
    fileprivate init(_ settings: StrokeSettings) {
        self.init(settings.cut)
        for (input, column) in settings.columns.enumerated() {
            mq_stroke_set_input(&self, input, mq_stroke_input(addend: 0, multiplier: 1, shift: 1, rotates: column >= 3))
        }
    }
}
