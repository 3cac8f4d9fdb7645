extension DataSet {
    /// This motion in another order: every stretch is cut in the middle of each of its labels, and the pieces, each a change
    /// from one label to the next as it was recorded, are joined at random. Where pieces meet, the motion jumps.
    public func reordered(using random: inout some RandomNumberGenerator) -> DataSet {
        var result: [PreparedSession] = []
        for source in sources { result.append(source.reordered(classes, options, using: &random)) }
        return holding(result)
    }
}

extension PreparedSession {
    func reordered(
        _ classes: [String], _ options: DataSet.Options, using random: inout some RandomNumberGenerator
    ) -> PreparedSession {
        let numbers = Dictionary(uniqueKeysWithValues: zip(classes, 0...))
        var result = self
        result.stretches = []
        for stretch in stretches {
            let session = stretch.session
            var pieces = session.piecesBetweenLabelMiddles
            pieces.shuffle(using: &random)
            var joined = RecordedSession(name: session.name, subject: session.subject, channels: session.channels)
            for piece in pieces {
                joined.labels += session.labels[piece]
                joined.values += session.samples(piece)
                joined.derived += session.derived(piece)
            }
            joined.timestamps = session.timestamps
            result.add(joined, joined.labels.map { numbers[$0] }, options)
        }
        return result
    }
}

extension RecordedSession {
    /// From the middle of each label to the middle of the next.
    fileprivate var piecesBetweenLabelMiddles: [Range<Int>] {
        let middles = labelRuns.map { ($0.lowerBound + $0.upperBound) / 2 }
        let cuts = [0] + middles.dropFirst().dropLast() + [count]
        return zip(cuts, cuts.dropFirst()).map { $0..<$1 }
    }
}
