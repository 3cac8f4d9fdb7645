import Formatting
import MotionCore
import Recordings
import Training

/// Tries networks until the minutes are over, each for one cycle, or as long as training is asked to take.
struct Search {
    let options: SearchOptions
    let recordings: TrainingDataOptions
    let settings: TrainingSettings
    let display: any TrainingDisplay

    /// What a search found.
    struct Found {
        let result: SearchResult
        let choice: SearchChoice
        /// The best network itself, which has not learned from the judges.
        let network: Learning.Candidate
        var parts: TrainingParts
        /// What trains one like it from the beginning.
        let recordings: TrainingDataOptions
        let settings: TrainingSettings
    }

    private typealias Part = (learners: DataSet, judges: DataSet)

    /// nil if nothing had been tried when it was interrupted.
    func run() throws -> Found? {
        let whole = try recordings.read(recordings.forms?.first, derives: settings.derives)
        let first = try apart(whole)
        let space = space(whole.training.options, rate: whole.training.rate)
        let costs = SearchCosts(settings, classes: whole.training.classes.count, isOfStrokes: space.isOfStrokes)
        try requireRoom(space, costs)
        let plan = SearchPlan(space) { choice in (try? costs.cost(of: choice)).map(isWithinBudgets) ?? false }
        display.begin(options, first.judges)

        var parts: [SearchChoice: Part] = [data(space.start): first]
        var outcomes: [SearchPlan.Outcome] = []
        var candidates: [SearchedCandidate] = []
        var best: (candidate: SearchedCandidate, network: Learning.Candidate, part: Part)?
        var failure: (any Error)?
        var next = plan.next(after: outcomes)
        let clock = ContinuousClock()
        let end = clock.now + .seconds((options.search ?? 0) * 60)
        while let choice = next, !Interrupt.isRaised, candidates.count < options.mostCandidates ?? .max,
            candidates.isEmpty || clock.now < end
        {
            do {
                let part = try parts[data(choice)] ?? read(choice, like: space.start, judges: first.judges.subjects)
                parts[data(choice)] = part
                guard let (network, validation) = try train(choice, part) else { break }
                let candidate = SearchedCandidate(
                    number: candidates.count + 1, choice: choice, cost: try costs.cost(of: choice), validation: validation,
                    isOfStrokes: space.isOfStrokes)
                candidates.append(candidate)
                outcomes.append(SearchPlan.Outcome(choice, loss: validation.loss))
                display.show(candidate)
                if validation.loss < best?.candidate.validation.loss ?? .infinity { best = (candidate, network, part) }
            } catch let error where error is DataSetError || error is TrainingError {
                Output.note(
                    "motionq: \(choice.window) samples at \(Self.hertz(choice.rate)), \(choice.units) units: \(error); left out")
                failure = failure ?? error
                outcomes.append(SearchPlan.Outcome(choice, loss: .infinity))
            }
            next = plan.next(after: outcomes)
        }
        guard let best else {
            if let failure, !Interrupt.isRaised { throw failure }
            return nil
        }
        let result = SearchResult(
            candidates: candidates, chosen: best.candidate.number, judges: first.judges.subjects, options: options,
            isComplete: next == nil)
        display.show(result)
        let choice = best.candidate.choice
        return Found(
            result: result, choice: choice, network: best.network,
            parts: TrainingParts(
                training: best.part.learners, validation: best.part.judges, test: nil, way: whole.way ?? .subjects),
            recordings: recordings(for: choice, like: space.start), settings: settings(for: choice))
    }

    static func hertz(_ rate: Double) -> String { String(printing: "%g Hz", (rate * 100).rounded() / 100) }

    /// Whom `train` would ask when to stop.
    private func apart(_ parts: TrainingParts) throws -> Part {
        if let validation = parts.validation { return (parts.training, validation) }
        guard let part = Learning.keepingJudges(out: parts.training) else {
            throw Refusal(
                .badData,
                "a search is judged by people kept out, which takes three or more who recorded every label; keep some motion of the "
                    + "same people apart with --validate-time 0.2 or --validate-every 5, or record somebody else")
        }
        return part
    }

    private func space(_ data: DataSet.Options, rate: Double) -> SearchSpace {
        var space = SearchSpace(SearchChoice(units: settings.units, window: data.window, hop: data.hop, rate: rate))
        space.isOfStrokes = data.strokes != nil
        space.hop = recordings.hop
        if let hidden = settings.hidden { space.sizes = [hidden] }
        if recordings.window != nil { space.windows = [1] }
        // Samples mean a time only at their rate, and a stroke has the rate that hands need.
        if recordings.rate != nil || recordings.window != nil || recordings.hop != nil || space.isOfStrokes {
            space.rates = [rate]
        }
        if settings.variation.isAskedFor { space.variations = [.usual] }
        return space
    }

    private func isWithinBudgets(_ cost: NetworkCost) -> Bool {
        cost.bytes <= options.mostBytes ?? .max && cost.instructions <= Double(options.mostInstructions ?? .max)
    }

    /// - Throws: if not even the smallest network is within the budgets.
    private func requireRoom(_ space: SearchSpace, _ costs: SearchCosts) throws {
        var least = space.start
        least.units = space.sizes.min() ?? least.units
        let candidates = SearchPlan(space) { choice in (try? costs.cost(of: choice)).map(isWithinBudgets) ?? false }
        let cost = try costs.cost(of: least)
        guard candidates.next(after: []) == nil else { return }
        let word = space.isOfStrokes ? "a stroke" : "a second"
        throw Refusal(
            .badData,
            "no network is within the budgets: \(least.units) units take \(cost.bytes) bytes and \(Int(saturating: cost.instructions)) "
                + "instructions \(word); allow more with --most-bytes or --most-instructions")
    }

    /// What of a choice the recordings depend on.
    private func data(_ choice: SearchChoice) -> SearchChoice {
        SearchChoice(units: 0, window: choice.window, hop: choice.hop, rate: choice.rate)
    }

    private func read(_ choice: SearchChoice, like start: SearchChoice, judges: [String]) throws -> Part {
        let parts = try recordings(for: choice, like: start).read(recordings.forms?.first, derives: settings.derives)
        if let validation = parts.validation { return (parts.training, validation) }
        let (learners, others) = try parts.training.split(.bySubject(validation: Set(judges)))
        return (learners, others)
    }

    private func recordings(for choice: SearchChoice, like start: SearchChoice) -> TrainingDataOptions {
        var changed = recordings
        changed.window = choice.window
        changed.hop = choice.hop
        if choice.rate != start.rate { changed.rate = choice.rate }
        return changed
    }

    private func settings(for choice: SearchChoice) -> TrainingSettings {
        var changed = settings
        changed.hidden = choice.units
        return changed
    }

    /// nil if it was interrupted.
    private func train(_ choice: SearchChoice, _ part: Part) throws -> (Learning.Candidate, Validation)? {
        let learning = Learning(settings: settings(for: choice), display: display, variation: choice.variation)
        var options = learning.options(.reset, for: part.learners)
        if !settings.lengthIsAskedFor { options.length = .untold }
        let trainer = try Trainer(
            training: part.learners, validation: part.judges, features: settings.features, options: options)
        let result = try trainer.run(isStopped: { Interrupt.isRaised })
        let candidate = Learning.Candidate(policy: .reset, trainer: trainer, result: result, options: options)
        guard result.end != .interrupted, let validation = candidate.best?.validation else { return nil }
        return (candidate, validation)
    }
}
