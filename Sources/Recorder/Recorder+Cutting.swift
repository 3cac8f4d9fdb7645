import Recording
import Segmentation

/// Finds repetitions in what is recorded.
struct Cutter {
    private var segmenter: MotionSegmenter
    /// The recording's sample that is the segmenter's first.
    private var first = 0

    /// - Parameter rate: samples per second.
    init(_ settings: SegmentSettings, rate: Double) { segmenter = MotionSegmenter(settings, rate: rate) }

    /// Samples of the recording before this one belong to no repetition that is not made yet.
    var earliest: Int { first + segmenter.earliest }

    /// - Returns: the samples of a repetition that is over.
    mutating func push(_ values: [Float]) -> Range<Int>? {
        segmenter.push(values[...]).map { first + $0.begin..<first + $0.end }
    }

    /// What comes does not follow what was before; what went on is no repetition.
    mutating func restart(at sample: Int) {
        _ = segmenter.restart()
        first = sample
    }
}

extension Recorder {
    /// After a sample was added: if it ends a repetition, that is called what was asked for.
    func cut(_ values: [Float], of take: Take) throws {
        guard let samples = cutter?.push(values) else {
            if let cutter { take.file.forgetRows(before: cutter.earliest) }
            return
        }
        guard let place = guide.awaited else { return }
        let prompt = options.plan.prompts[place]
        let made = try take.call(samples, prompt.label, place)
        sidecar.prompts.append(
            Sidecar.MadePrompt(
                session: take.session, label: prompt.label, repetition: prompt.repetition, place: place, from: made.lowerBound,
                to: made.upperBound))
        sidecar.samples = take.file.samples
        try sidecar.write(beside: options.path)
        guide.made()
        lights.show(.end(prompt))
        tell(.guide(.end(prompt)))
    }
}
