import Formatting
import Recordings

extension TrainingParts {
    /// Adds background, recorded or made up, to what is learned: as rest.
    ///
    /// - Parameter hasState: whether the network looks at motion; among postures, which a network without a state tells apart,
    ///   nothing is made up unasked.
    mutating func add(_ background: Background, hasState: Bool) throws {
        let labelled = training
        let isPossible = rest != nil && labelled.options.strokes == nil
        // Made-up people wear one motion sensor and nothing else.
        let isMotion = Set(labelled.channels.names).isSubset(of: RecordedSession.channelNames)
        guard background.isAskedFor || (isPossible && hasState && background.isMadeUp && isMotion) else { return }
        guard let rest else {
            throw RequestError(
                .badData,
                "background is learned as rest, and no class means that\(remedy: "name it with \(.rest), or record some as “rest”")"
            )
        }
        guard labelled.options.strokes == nil else {
            throw RequestError(.usage, "background is for windows; strokes are cut out by their motion")
        }
        if !background.source.isEmpty {
            training = try labelled.adding(background: background.source.read(.read(by: labelled.inputFeatures)), as: rest)
        }
        self.recorded = training
        guard background.isMadeUp else { return }
        guard isMotion else {
            let others = labelled.channels.names.filter { !RecordedSession.channelNames.contains($0) }.joined(separator: ", ")
            throw RequestError(.usage, "nothing is made up of \(others): record background of it, or leave it out")
        }
        madeUpBackground = Background.activities(besides: labelled.classes)
        let madeUp = Background.madeUp(
            .learned, rate: labelled.rate, besides: labelled.classes, hasGravity: labelled.sessions.haveGravity)
        training = try training.adding(background: [madeUp], as: rest, atMost: Background.madeUpShare)
    }
}

extension DataSet {
    /// What a network reads that learns from it.
    var inputFeatures: [InputFeature] {
        (options.inputs ?? channels.names).map { InputFeature(name: $0, usual: options.usual[$0]) }
    }
}
