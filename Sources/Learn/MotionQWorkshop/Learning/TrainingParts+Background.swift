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
        guard background.isAskedFor || (isPossible && hasState && background.isMadeUp) else { return }
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
            training = try labelled.adding(background: background.source.read(), as: rest)
        }
        self.recorded = training
        guard background.isMadeUp else { return }
        madeUpBackground = Background.activities(besides: labelled.classes)
        let madeUp = Background.madeUp(
            .learned, rate: labelled.rate, besides: labelled.classes, hasGravity: labelled.sessions.haveGravity)
        training = try training.adding(background: [madeUp], as: rest, atMost: Background.madeUpShare)
    }
}
