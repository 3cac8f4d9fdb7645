import Evaluation
import Formatting

/// A colour for each label that occurs; the rest label has none.
struct LabelPalette {
    private var styles: [Int: String] = [:]
    private let shown: [(label: Int, name: String)]
    private static let colours = 8

    init(_ result: EvaluationResult) {
        shown = result.occurringLabels.map { (label: $0, name: result.labels[$0]) }
        var next = 0
        for (label, _) in shown {
            styles[label] = label == result.restLabel ? "lrest" : "l\(next % Self.colours)"
            if label != result.restLabel { next += 1 }
        }
    }

    /// A class of the style sheet; nil is a window that is not scored.
    func style(_ label: Int?) -> String { label.map { styles[$0] ?? "lrest" } ?? "lnone" }

    /// What the colours mean, as markup.
    var legend: String {
        let keys = shown.map { "<span><i class=\"key \(style($0.label))\"></i>\(Markup.escaped($0.name))</span>" }
        return "<p class=\"legend\">" + keys.joined(separator: " ") + "</p>"
    }
}
