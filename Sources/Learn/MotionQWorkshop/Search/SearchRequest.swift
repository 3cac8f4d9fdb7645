import Formatting
import MotionCore
import Recordings
import Training

/// Tries sizes, windows, rates and variations of a network on people kept out, each for one cycle or as long as the training is
/// asked
/// to take. What the training names itself stays as it is.
///
///     var search = SearchRequest(training: TrainingRequest(recordings: recordings))
///     search.budget.mostCandidates = 12
///     let model = try search.run().training.run().quantized().model
public struct SearchRequest: Sendable {
    /// What is varied: a training of windows that begin from zero, with an LSTM and one form of strokes at most.
    public var training: TrainingRequest
    /// How long the search may take, and what a network may take on a chip.
    public var budget = SearchBudget()

    /// - Parameter training: what is varied.
    public init(training: TrainingRequest) { self.training = training }

    private typealias Part = (learners: DataSet, judges: DataSet)

    /// Refuses a budget or a training that no search can go by, before anything is read; `run` does so as well.
    ///
    /// - Throws: `RequestError` with the setting's name and its range.
    public func check() throws(RequestError) {
        try training.check()
        guard settings.hasState else {
            throw RequestError(
                .usage, "\(.search) tries sizes of networks with an LSTM; leave it or \(.layers, "0") out")
        }
        try budget.check()
        guard training.data.strokeForms?.count ?? 1 == 1 else {
            throw RequestError(.usage, "\(.search) wants one form of strokes; choose \(.strokeForm, "stretch"), end or centre")
        }
        guard settings.state != .carry else {
            throw RequestError(
                .usage, "\(.search) tries networks that start every window from zero; leave \(.state, "carry") out")
        }
    }

    /// Tries networks until the budget is used up, or everything has been tried. What comes next depends on nothing but what
    /// came out
    /// before.
    ///
    /// - Parameters:
    ///   - progress: hears how it goes on.
    ///   - isCancelled: asked before every batch; true ends the search with what has been tried.
    /// - Throws: `RequestError`, `RecordingError`, `DataSetError`, `TrainingError`; `CancellationError` if it was stopped before
    /// a network
    ///   had been tried.
    public func run(
        _ progress: @escaping (SearchProgress) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { false }
    ) throws -> SearchResult {
        try check()
        let whole = try parts(training.data, progress)
        let first = try apart(whole)
        let space = space(whole.training.options, rate: whole.training.rate)
        let costs = NetworkCosts(
            settings, inputs: settings.features(of: whole.training).count, classes: whole.training.classes.count,
            isOfStrokes: space.isOfStrokes)
        try requireRoom(space, costs)
        let plan = SearchPlan(space) { choice in (try? costs.cost(of: choice)).map(budget.allows) ?? false }
        progress(.began(budget, judges: first.judges))

        var parts: [SearchChoice: Part] = [data(space.start): first]
        var outcomes: [SearchPlan.Outcome] = []
        var candidates: [SearchedCandidate] = []
        var best: (candidate: SearchedCandidate, network: Learning.Candidate, part: Part)?
        var failure: (any Error)?
        var next = plan.next(after: outcomes)
        let clock = ContinuousClock()
        let end = budget.minutes.map { clock.now + .seconds($0 * 60) }
        while let choice = next, !isCancelled(), candidates.count < budget.mostCandidates ?? .max,
            candidates.isEmpty || end.map({ clock.now < $0 }) ?? true
        {
            do {
                let part = try parts[data(choice)] ?? read(choice, like: space.start, judges: first.judges.subjects, progress)
                parts[data(choice)] = part
                guard let (network, validation) = try train(choice, part, isCancelled) else { break }
                let candidate = SearchedCandidate(
                    number: candidates.count + 1, choice: choice, cost: try costs.cost(of: choice), validation: validation,
                    isOfStrokes: space.isOfStrokes)
                candidates.append(candidate)
                outcomes.append(SearchPlan.Outcome(choice, loss: validation.loss))
                progress(.tried(candidate))
                if validation.loss < best?.candidate.validation.loss ?? .infinity { best = (candidate, network, part) }
            } catch let error where error is DataSetError || error is TrainingError {
                progress(.leftOut(choice, error))
                failure = failure ?? error
                outcomes.append(SearchPlan.Outcome(choice, loss: .infinity))
            }
            next = plan.next(after: outcomes)
        }
        guard let best else {
            if let failure, !isCancelled() { throw failure }
            throw CancellationError()
        }
        return SearchResult(
            candidates: candidates, best: best.candidate, judges: first.judges.subjects, budget: budget, isComplete: next == nil,
            training: training(for: best.candidate.choice, like: space.start),
            parts: TrainingParts(
                training: best.part.learners, validation: best.part.judges, test: nil, way: whole.way ?? .subjects),
            network: best.network)
    }

    private var settings: LearningSettings { training.settings }

    /// The people whom a training would ask when to stop.
    private func apart(_ parts: TrainingParts) throws(RequestError) -> Part {
        if let validation = parts.validation { return (parts.training, validation) }
        guard let part = Learning.keepingJudges(out: parts.training) else {
            throw RequestError(
                .badData,
                "a search is judged by people kept out, which takes three or more who recorded every label"
                    + "\(remedy: "keep some motion of the same people apart with \(.validateTime, "0.2") or \(.validateEvery, "5"), or record somebody else")"
            )
        }
        return part
    }

    private func space(_ data: DataSet.Options, rate: Double) -> SearchSpace {
        var space = SearchSpace(SearchChoice(units: settings.unitsOfLayer, window: data.window, hop: data.hop, rate: rate))
        let given = training.data
        space.isOfStrokes = data.strokes != nil
        space.hop = given.fixesHop ? data.hop : nil
        if let hidden = settings.hidden { space.sizes = [hidden] }
        if given.fixesWindow { space.windows = [1] }
        // Samples mean a time only at their rate, and a stroke has the rate that hands need.
        if given.rate != nil || given.fixesWindow || given.fixesHop || space.isOfStrokes { space.rates = [rate] }
        if settings.variations.isAskedFor { space.variations = [.usual] }
        return space
    }

    /// - Throws: if not even the smallest network is within the budgets.
    private func requireRoom(_ space: SearchSpace, _ costs: NetworkCosts) throws {
        var least = space.start
        least.units = space.sizes.min() ?? least.units
        let candidates = SearchPlan(space) { choice in (try? costs.cost(of: choice)).map(budget.allows) ?? false }
        let cost = try costs.cost(of: least)
        guard candidates.next(after: []) == nil else { return }
        let word = space.isOfStrokes ? "a stroke" : "a second"
        throw RequestError(
            .badData,
            "no network is within the budgets: \(least.units) units take \(cost.bytes) bytes and \(Int(saturating: cost.instructions)) "
                + "instructions \(word)\(remedy: "allow more with \(.mostBytes) or \(.mostInstructions)")")
    }

    /// What of a choice the recordings depend on.
    private func data(_ choice: SearchChoice) -> SearchChoice {
        SearchChoice(units: 0, window: choice.window, hop: choice.hop, rate: choice.rate)
    }

    private func parts(_ data: TrainingRecordings, _ report: (SearchProgress) -> Void) throws -> TrainingParts {
        try data.parts(data.strokeForms?.first, settings) { report(.remark($0)) }
    }

    private func read(
        _ choice: SearchChoice, like start: SearchChoice, judges: [String], _ report: (SearchProgress) -> Void
    ) throws -> Part {
        let parts = try parts(training(for: choice, like: start).data, report)
        if let validation = parts.validation { return (parts.training, validation) }
        let (learners, others) = try parts.training.split(.bySubject(validation: Set(judges)))
        return (learners, others)
    }

    private func training(for choice: SearchChoice, like start: SearchChoice) -> TrainingRequest {
        var changed = training
        changed.data.window = choice.window
        changed.data.hop = choice.hop
        if choice.rate != start.rate { changed.data.rate = choice.rate }
        changed.settings.hidden = choice.units
        changed.variation = choice.variation
        return changed
    }

    /// nil if it was stopped.
    private func train(
        _ choice: SearchChoice, _ part: Part, _ isCancelled: @escaping () -> Bool
    ) throws -> (Learning.Candidate, Validation)? {
        var request = training
        request.settings.hidden = choice.units
        request.variation = choice.variation
        let options = Learning(request: request, isCancelled: isCancelled, report: { _ in }).options(.reset, for: part.learners)
        let trainer = try Trainer(
            training: part.learners, validation: part.judges, features: settings.features(of: part.learners), options: options)
        let result = try trainer.run(isStopped: isCancelled)
        let candidate = Learning.Candidate(policy: .reset, trainer: trainer, result: result, options: options)
        guard result.end != .interrupted, let validation = candidate.best?.validation else { return nil }
        return (candidate, validation)
    }
}
