import Recordings
import SignalProcessing

/// Finds repetitions in what is recorded.
struct Cutter {
    /// One of them.
    private var motion: MotionSegmenter?
    private var strokes: StrokeSegmenter?
    /// The recording's sample that is the segmenter's first.
    private var first = 0
    /// Nothing that began before this sample of the recording is a repetition.
    private var listening = 0

    /// - Parameter rate: samples per second.
    init(_ cut: RecordingCut, rate: Double) {
        switch cut {
        case .motion(let settings): motion = MotionSegmenter(settings, rate: rate)
        case .strokes(let settings): strokes = StrokeSegmenter(settings, rate: rate)
        }
    }

    /// Samples of the recording before this one belong to no repetition that is not made yet.
    var earliest: Int { first + (motion?.earliest ?? strokes?.earliest ?? 0) }

    /// - Returns: the samples of a repetition that is over.
    mutating func push(_ values: [Float]) -> Range<Int>? {
        guard let segment = motion?.push(values[...]) ?? strokes?.push(values[...]), first + segment.begin >= listening else {
            return nil
        }
        return first + segment.begin..<first + segment.end
    }

    /// What begins from this sample on may be a repetition.
    mutating func listen(from sample: Int) { listening = sample }

    /// What comes does not follow what was before; what went on is no repetition.
    mutating func restart(at sample: Int) {
        _ = motion?.restart()
        strokes?.restart()
        first = sample
        listening = min(listening, sample)
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
        if case .motion = options.plan.cut {
            try askAgain(prompt, judge.doubt(prompt.label, at: place, cut: (made.upperBound - made.lowerBound) / 1000))
        }
    }
}
