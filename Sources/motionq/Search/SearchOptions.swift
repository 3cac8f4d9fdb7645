import ArgumentParser
import MotionQWorkshop

/// How long to search, and for what.
struct SearchOptions: ParsableArguments {
    @Option(
        help: """
            Minutes for trying sizes, windows, rates and variations on people kept out before the best of them is trained; what is \
            given by its option stays as it is.
            """)
    var search: Double?
    @Option(help: "Bytes of the network on a chip at most.") var mostBytes: Int?
    @Option(help: "Instructions of a Cortex-M4 per second at most, of a stroke with --strokes.") var mostInstructions: Int?
    @Option(help: "Candidates at most: what is tried then does not depend on the clock.") var mostCandidates: Int?
    @Option(help: "Write a page with the front, accuracy against bytes and instructions, to this HTML file.") var report:
        OutputPath?

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
