public import Formatting
public import Quantization

/// Which part of fixed point moves probabilities, as plain text: for `evaluate`, `quantize` and `train` alike.
public struct ErrorSourcesTable {
    private let sources: ErrorSources

    /// A table of what was measured.
    public init(_ sources: ErrorSources) {
        self.sources = sources
    }

    /// Aligned lines; none if nothing was measured.
    public var lines: [String] {
        guard sources.windows > 0 else { return [] }
        var table = TextTable()
        for row in [head] + rows { table.add(row) }
        return table.lines
    }

    /// What each column holds.
    var head: [String] { ["in fixed point (\(Numbers.count(sources.windows, "window")))", "root mean square of Δp", ""] }

    /// One for each part alone, and one for all of them.
    var rows: [[String]] {
        ErrorSources.Source.allCases.map { source in
            [
                "only \(Self.name(source))", Numbers.difference(sources.rootMeanSquares[source] ?? 0),
                source == sources.dominating ? "the most" : "",
            ]
        } + [["everything", Numbers.difference(sources.all), ""]]
    }

    private static func name(_ source: ErrorSources.Source) -> String {
        switch source {
        case .inputs: "inputs"
        case .weights: "weights and biases"
        case .gates: "gates and their arguments"
        case .state: "hidden and cell state"
        case .tables: "tables of tanh, sigmoid and exponential"
        case .results: "layers' results, probabilities"
        }
    }
}

extension ErrorSources {
    /// Of each part alone, of all together, and which part does most.
    public var json: JSONLine {
        var line = JSONLine()
        line.add("all", all, digits: 9)
        for source in Source.allCases { line.add(source.rawValue, rootMeanSquares[source] ?? 0, digits: 9) }
        line.add("dominating", dominating.rawValue)
        line.add("windows", windows)
        return line
    }
}
