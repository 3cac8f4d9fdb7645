import ArgumentParser
import MotionQWorkshop

/// How long to search, and for what.
struct SearchOptions: ParsableArguments {
    @Option(help: "Minutes for trying sizes, windows and rates first; options that are given stay.") var search: Double?
    @Option(help: "Bytes of the network on a chip at most.") var mostBytes: Int?
    @Option(help: .rare("Instructions of a Cortex-M4 per second at most, of a stroke with --strokes.")) var mostInstructions: Int?
    @Option(help: .rare("Candidates at most: what is tried then does not depend on the clock.")) var mostCandidates: Int?
    @Option(help: "Write a page of what was tried (HTML).") var report: OutputPath?

    func check() throws {
        guard search == nil else { return }
        let others = [
            ("--most-bytes", mostBytes != nil), ("--most-instructions", mostInstructions != nil),
            ("--most-candidates", mostCandidates != nil), ("--report", report != nil),
        ]
        if let (name, _) = others.first(where: \.1) {
            throw ValidationError("\(name) is for a search; say how many minutes it may take with --search")
        }
    }

    var budget: SearchBudget {
        var budget = SearchBudget()
        (budget.minutes, budget.mostCandidates) = (search, mostCandidates)
        (budget.mostBytes, budget.mostInstructions) = (mostBytes, mostInstructions)
        return budget
    }
}
