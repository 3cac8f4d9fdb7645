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

    func check(_ recordings: TrainingDataOptions, _ settings: TrainingSettings) throws {
        guard let search else {
            let others = [
                ("--most-bytes", mostBytes != nil), ("--most-instructions", mostInstructions != nil),
                ("--most-candidates", mostCandidates != nil), ("--report", report != nil),
            ]
            if let (name, _) = others.first(where: \.1) {
                throw ValidationError("\(name) is for a search; say how many minutes it may take with --search")
            }
            return
        }
        guard (0.1...10_000).contains(search) else {
            throw ValidationError("--search lies between 0.1 and 10000, in minutes")
        }
        for (name, value) in [
            ("--most-bytes", mostBytes), ("--most-instructions", mostInstructions), ("--most-candidates", mostCandidates),
        ] where value ?? 1 < 1 {
            throw ValidationError("\(name) is 1 at least")
        }
        if let forms = recordings.forms, forms.count > 1 {
            throw ValidationError("--search wants one form of strokes; choose --stroke-form stretch, end or centre")
        }
        guard settings.state != .carry else {
            throw ValidationError("--search tries networks that start every window from zero; leave --state carry out")
        }
    }

    var budget: SearchBudget {
        var budget = SearchBudget()
        (budget.minutes, budget.mostCandidates) = (search, mostCandidates)
        (budget.mostBytes, budget.mostInstructions) = (mostBytes, mostInstructions)
        return budget
    }
}
