import Formatting
import MotionQWorkshop
import Recordings
import Training

extension TrainingJSON {
    func begin(_ search: SearchBudget, _ judges: DataSet) {
        var line = JSONLine(type: "search")
        line.add("minutes", search.minutes ?? 0)
        line.add("judges", judges.subjects)
        if let bytes = search.mostBytes { line.add("most_bytes", bytes) }
        if let instructions = search.mostInstructions { line.add("most_instructions", instructions) }
        Output.json(line)
    }

    func show(_ candidate: SearchedCandidate) {
        let choice = candidate.choice
        var line = JSONLine(type: "candidate")
        line.add("number", candidate.number)
        line.add("units", choice.units)
        line.add("window", choice.window)
        line.add("hop", choice.hop)
        line.add("rate", choice.rate)
        line.add("variation", choice.variation.rawValue)
        line.add("validation_accuracy", candidate.validation.accuracy)
        line.add("validation_loss", candidate.validation.loss)
        line.add("bytes", candidate.cost.bytes)
        line.add(
            candidate.isOfStrokes ? "instructions_per_stroke" : "instructions_per_second", candidate.cost.instructions, digits: 0)
        Output.json(line)
    }

    func show(_ result: SearchResult) {
        var line = JSONLine(type: "front")
        line.add("candidates", result.candidates.count)
        line.add("by_bytes", result.byBytes.map(\.number))
        line.add("by_instructions", result.byInstructions.map(\.number))
        line.add("chosen", result.best.number)
        line.add("complete", result.isComplete)
        Output.json(line)
    }
}
