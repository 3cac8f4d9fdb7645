import Formatting

/// A search as one self-contained HTML page.
///
/// A result gives the same bytes each time.
public struct FrontPage {
    private let result: SearchResult
    private let name: String

    /// - Parameter name: what the model is called.
    public init(_ result: SearchResult, named name: String) {
        self.result = result
        self.name = name
    }

    /// UTF-8 text that is well-formed XML, too.
    public var html: String {
        let best = result.best
        let chosen =
            "\(best.words): " + String(printing: "%.1f %% right", 100 * best.validation.accuracy)
            + " in \(Numbers.bytes(best.cost.bytes))"
        let extent = "\(Numbers.count(result.candidates.count, "network")), judged by \(result.judges.joined(separator: ", "))"
        return Page.html(
            title: "\(name): accuracy against cost", topic: "accuracy against cost", headline: chosen,
            what: "<b>\(Markup.escaped(name))</b>: \(Markup.escaped(extent)), whose motion none of them learned from.",
            body: figures + table)
    }

    private var isOfStrokes: Bool { result.best.isOfStrokes }

    private var figures: String {
        func figure(_ front: [SearchedCandidate], _ unit: String, _ most: Int?, _ cost: (SearchedCandidate) -> Double) -> String {
            let points = result.candidates.map { candidate in
                FrontFigure.Point(
                    cost: cost(candidate), accuracy: candidate.validation.accuracy, name: "\(candidate.choice.units)",
                    isChosen: candidate.number == result.best.number)
            }
            return FrontFigure(points: points, front: front.map { $0.number - 1 }, unit: unit, most: most.map(Double.init))
                .svg(title: "Accuracy against \(unit)")
        }
        let instructions = isOfStrokes ? "instructions a stroke, Cortex-M4" : "instructions a second, Cortex-M4"
        return Markup.section(
            "The front",
            "A mark for each network, named by its units where there is room. Full marks stand on the front: no other network is as cheap and "
                + "as accurate. The ring is round the chosen one, which has the least loss.",
            Markup.figures([
                (
                    "Accuracy against bytes",
                    figure(result.byBytes, "bytes of the network on a chip", result.budget.mostBytes) { Double($0.cost.bytes) }
                ),
                (
                    "Accuracy against instructions",
                    figure(result.byInstructions, instructions, result.budget.mostInstructions) { $0.cost.instructions }
                ),
            ]))
    }

    private var table: String {
        let (bytes, instructions) = (Set(result.byBytes.map(\.number)), Set(result.byInstructions.map(\.number)))
        let rows = result.candidates.map { candidate in
            let fronts = [
                bytes.contains(candidate.number) ? "bytes" : nil, instructions.contains(candidate.number) ? "instr." : nil,
            ]
            let mark = candidate.number == result.best.number ? ["chosen"] : []
            return candidate.cells + [(fronts.compactMap { $0 } + mark).joined(separator: ", ")]
        }
        return Markup.section(
            "Every network", "In the order in which they were tried; the last column tells on which front a network stands.",
            Markup.table(head: SearchedCandidate.head(isOfStrokes) + ["front"], rows: rows))
    }
}
