import ModelFile
import Presentation

/// What `teach` made, and what it says of it.
struct TaughtModel {
    let model: Model
    let labels: [String]
    /// Examples of each label.
    let counts: [Int]
    /// Examples that the others name right, of those whose label has another one.
    let leftOut: (right: Int, all: Int)

    var text: String {
        var lines = zip(labels, counts).map { "\($0): \($1) example\($1 == 1 ? "" : "s")" }
        if leftOut.all > 0 { lines.append("named by the others: \(leftOut.right) of \(leftOut.all) right") }
        return lines.joined(separator: "\n")
    }

    func json(_ path: String) -> JSONLine {
        var line = JSONLine(type: "taught")
        line.add("model", path)
        line.add("labels", labels)
        line.add("examples", counts)
        line.add("left_out", leftOut.all)
        line.add("left_out_right", leftOut.right)
        return line
    }
}
