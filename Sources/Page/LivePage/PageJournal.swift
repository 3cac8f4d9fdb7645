import Formatting

/// What happened, in lines of JSON, most of them as programs get them of a live run. Each has a number; the last ones are kept.
package struct PageJournal {
    /// The model, in a person's words, and its labels.
    private var (title, labels): (String, [String])
    /// How its probabilities become events; nil without a model.
    private var decision: PageDecision?
    private var lines: [String] = []
    /// Number of the first line that is kept.
    private var first = 0
    /// The session that goes on, in the line that announced it.
    package private(set) var session: String?

    /// Lines that are kept.
    package static let most = 1000

    package init(labels: [String], title: String, decision: PageDecision? = nil) {
        (self.title, self.labels, self.decision) = (title, labels, decision)
    }

    /// What a page is told first.
    package var greeting: String { line("page") }

    /// Number of the next line.
    package var end: Int { first + lines.count }

    /// From now on it is this model.
    package mutating func change(labels: [String], title: String, decision: PageDecision? = nil) {
        (self.title, self.labels, self.decision) = (title, labels, decision)
        append(line("model"))
    }

    package mutating func append(_ line: String) {
        if line.contains(#""state":"session""#) { session = line }
        lines.append(line)
        if lines.count > Self.most {
            lines.removeFirst(Self.most / 4)
            first += Self.most / 4
        }
    }

    /// The lines from a number on; what is gone is left out.
    package func lines(from number: Int) -> ArraySlice<String> { lines[min(lines.count, max(0, number - first))...] }

    private func line(_ type: String) -> String {
        var line = JSONLine(type: type)
        line.add("title", title)
        line.add("labels", labels)
        decision?.add(to: &line)
        return line.line
    }
}
