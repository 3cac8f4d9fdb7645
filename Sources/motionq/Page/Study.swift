import Evaluation
import Formatting
import LivePage
import MotionCore
import Recordings
import Simulation

/// What an evaluation found, for a page: each cell of the confusion leads to the stretches behind it, and each of these to its
/// motion and what the network made of it.
struct Study {
    /// What a page is told of it.
    let line: JSONLine
    private let stretches: [ConfusedStretch]
    private let session: (Int) throws -> EvaluatedMotion?

    /// - Parameters:
    ///   - model: and recordings: as they are called.
    ///   - verdict: in a sentence, and what must be known before it is read.
    ///   - isAlone: whether the page shows nothing else.
    ///   - session: a session that was evaluated, by its number; nil where it is gone.
    init(
        _ result: EvaluationResult, of model: String, on recordings: String, verdict: String, isAlone: Bool,
        session: @escaping (Int) throws -> EvaluatedMotion?
    ) {
        (stretches, self.session) = (result.stretches, session)
        var line = JSONLine(type: "study")
        line.add("model", model)
        line.add("recordings", recordings)
        line.add("verdict", verdict)
        line.add("labels", result.labels)
        line.add("confusion", result.q15.classification.confusion)
        line.add("stretches", result.stretches.map(\.line))
        line.add("is_alone", isAlone)
        self.line = line
    }

    /// Where nothing was evaluated.
    static var none: JSONLine { JSONLine(type: "study") }

    /// Shows a stretch and the session around it.
    ///
    /// - Parameter number: of the stretch; nothing is shown of one that there is not.
    /// - Throws: that the recordings cannot be read any more, or hold something else.
    func show(_ number: Int, on page: RunPage) throws {
        guard stretches.indices.contains(number) else { return }
        let stretch = stretches[number]
        let motion = try session(stretch.number)
        guard let motion, motion.session.name == stretch.session, motion.session.count >= stretch.samples.upperBound else {
            throw Refusal(.noInput, "the recordings do not hold \(stretch.session) any more")
        }
        if let problem = motion.session.channels.deviceProblem { throw Refusal(.badData, "this cannot be drawn: \(problem)") }
        // Of a session longer than a page remembers, the minutes before the stretch's end and one after it.
        let end = min(motion.session.count, stretch.samples.upperBound + Int(saturating: 60 * motion.rate))
        let measured = MeasuredSession(motion.session.part(0..<end), rate: motion.rate)
        let windows = motion.windows.filter { $0.endSample <= end }.map {
            RecordedMotion.Window(
                endSample: $0.endSample, probabilities: $0.probabilities.map { Int16(q15: $0) }, isUnknown: $0.isUnknown)
        }
        page.show(
            RecordedMotion(device: measured.device, counts: measured.counts, windows: windows), as: stretch.shownLine)
    }
}

extension ConfusedStretch {
    fileprivate var line: JSONLine { line("stretch") }

    /// What a page is told when it is shown.
    fileprivate var shownLine: JSONLine {
        var line = line("shown")
        line.add("samples", [samples.lowerBound, samples.upperBound])
        return line
    }

    private func line(_ type: String) -> JSONLine {
        var line = JSONLine(type: type)
        line.add("truth", truth)
        line.add("answer", answer)
        line.add("person", person)
        line.add("session", session)
        line.add("from", seconds.lowerBound, digits: 3)
        line.add("to", seconds.upperBound, digits: 3)
        line.add("windows", windows)
        return line
    }
}
