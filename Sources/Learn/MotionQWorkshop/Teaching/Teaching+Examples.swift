import MotionCore
import Recordings
import SignalProcessing

extension Teaching {
    /// How examples are cut out of a stream: as the model does it, or, before it knows how, as anybody's strokes.
    var strokes: StrokeSettings { settings(cut ?? .listening(rate: rate)) }

    /// - Throws: what `taught` would refuse when all were made.
    func requireEnough(_ names: [String], each count: Int) throws {
        try requireTwo(labels + names.filter { !labels.contains($0) })
        guard !tellsUnknown || count > 1 else { throw Self.tooFewForUnknown }
    }

    /// Adds examples that were made live, each cut once more out of what was recorded, as the model will cut it from now on.
    ///
    /// - Parameter labels: of examples, in the order of the network's list; what is called otherwise is between them.
    /// - Returns: how many the model would cut otherwise; those are taken as they were made.
    mutating func teach(_ recording: Recording, _ labels: [String]) throws -> Int {
        let rule = LabelRule(kept: labels, renamed: [:], dropped: [])
        let made = try DataSet([recording], options: options(rule))
        guard let found = cut ?? made.strokeCut(reading: features) else {
            throw RequestError(.badData, "the examples are longer than any stroke that a network reads")
        }
        cut = found
        let recut = recording.cuttingExamples(settings(found), named: Set(labels))
        try teach(DataSet([recut.recording], options: options(rule)))
        return recut.missed
    }

    private func settings(_ cut: StrokeCut) -> StrokeSettings {
        let columns = features.compactMap { RecordedSession.channelNames.firstIndex(of: $0) }
        return StrokeSettings(cut, rate: rate, columns: columns)
    }
}

extension Recording {
    /// Only the stretches with these labels, each stretch a session of its own, as the settings cut it: a stroke that is more than
    /// half of what was recorded as one example, and that one more than half of it.
    ///
    /// - Returns: also how many no stroke matches; those stay as they are.
    fileprivate func cuttingExamples(
        _ settings: StrokeSettings, named labels: Set<String>
    ) -> (recording: Recording, missed: Int) {
        var (result, missed) = (Recording(path: path, sessions: []), 0)
        for stretch in sessions.flatMap({ $0.evenStretches(at: nil) }) {
            let session = stretch.session
            guard let rate = session.rate, Resampler.isPlausible(rate, to: settings.rate) else { continue }
            let segmenter = StrokeSegmenter(settings, rate: rate)
            let segments = (0..<session.count).compactMap { segmenter.push(session.sample($0)) }
            for passage in LabelledSegment.passages(of: session.labels, rest: []) where labels.contains(passage.label) {
                let match = segments.first { $0.matches(passage.segment) }
                missed += match == nil ? 1 : 0
                let part = match ?? passage.segment
                var example = session.part(part.begin..<min(part.end, session.count))
                example.labels = [String](repeating: passage.label, count: example.count)
                result.sessions.append(example)
            }
        }
        return (result, missed)
    }
}
