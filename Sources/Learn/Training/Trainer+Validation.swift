import Recordings

extension Trainer {
    /// Loss and accuracy of some weights on untouched sessions, as a recogniser will meet them: every window of the schedule from
    /// zero state, or all windows of a slot one after the other with their state carried.
    func evaluate(_ loader: SequenceLoader, _ weights: FloatVector) -> Score {
        batch.packed.pack(weights)
        let streams = options.sequence.windows > 1 ? carriedStreams(loader) : singleWindows(loader)
        let groupsNeeded = (streams.count + laneCount - 1) / laneCount
        var total = Score()
        for first in stride(from: 0, to: groupsNeeded, by: batch.groups.count) {
            let scores = batch.concurrently(min(batch.groups.count, groupsNeeded - first)) { number in
                let lanes = (first + number) * laneCount..<min(streams.count, (first + number + 1) * laneCount)
                return self.evaluate(streams[lanes], loader, self.batch.groups[number])
            }
            total = scores.reduce(total, +)
        }
        return total
    }

    /// What one lane reads: samples of one session, `steps` of the group at a time.
    private struct Stream {
        var session: Int
        var start: Int
        /// The sample after the last.
        var end: Int
    }

    private func singleWindows(_ loader: SequenceLoader) -> [Stream] {
        loader.set.sequences.map { Stream(session: $0.session, start: $0.start, end: $0.start + loader.set.steps) }
    }

    /// One for each session and slot.
    private func carriedStreams(_ loader: SequenceLoader) -> [Stream] {
        let options = loader.set.data.options
        return loader.set.data.sessions.enumerated().flatMap { session, recorded in
            stride(from: 0, to: options.window, by: options.hop).map { Stream(session: session, start: $0, end: recorded.count) }
        }
    }

    private func evaluate(_ streams: ArraySlice<Stream>, _ loader: SequenceLoader, _ group: SequenceGroup) -> Score {
        let steps = loader.set.steps
        let window = loader.set.data.options.window
        let longest = streams.map { $0.end - $0.start }.max() ?? 0
        var score = Score()
        group.clearMasks()
        group.clearState()
        for lane in 0..<laneCount { group.clearTargets(lane: lane) }
        for done in stride(from: 0, to: longest, by: steps) {
            for (lane, stream) in streams.enumerated() {
                loader.load(session: stream.session, start: stream.start + done, into: group, lane: lane)
                group.keepTargets(every: window, lane: lane)
            }
            group.forward(batch.packed)
            score = score + group.scoreAndDifferentiate(smoothing: 0)
            group.carryState()
        }
        group.clearState()
        return score
    }
}
