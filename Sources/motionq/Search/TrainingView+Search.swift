import Formatting
import MotionCore
import MotionQWorkshop
import Recordings

extension TrainingView {
    func begin(_ search: SearchBudget, _ judges: DataSet) {
        let minutes = Numbers.duration((search.minutes ?? 0) * 60)
        Output.text(
            "Searching for \(minutes), judged by \(printable(judges.subjects.joined(separator: ", "))) in \(judges.windows.count) windows; "
                + "instructions are those of a Cortex-M4.")
        Output.text(SearchedCandidate.line(SearchedCandidate.head(judges.options.strokes != nil)))
    }

    func show(_ candidate: SearchedCandidate) {
        Output.text(SearchedCandidate.line(candidate.cells))
    }

    func show(_ result: SearchResult) {
        for (name, front) in [("bytes", result.byBytes), ("instructions", result.byInstructions)] {
            let points = front.map { candidate in
                let cost = name == "bytes" ? candidate.cost.bytes : Int(saturating: candidate.cost.instructions.rounded())
                return String(printing: "%.1f %% in ", 100 * candidate.validation.accuracy)
                    + "\(Numbers.count(cost)) (\(candidate.choice.units) units)"
            }
            Output.text("The front, accuracy against \(name): " + points.joined(separator: ", ") + ".")
        }
        let best = result.best
        let extent = result.isComplete ? "That was everything" : "\(Numbers.count(result.candidates.count, "candidate"))"
        Output.text("\(extent); the least loss has number \(best.number): \(best.words).\n")
    }
}
