import Formatting

/// What happened, in lines of JSON, most of them as programs get them of a live run. Each has a number; the last ones are kept.
package struct PageJournal {
    private var model: PageModel
    private var lines: [String] = []
    /// Number of the first line that is kept.
    package private(set) var first = 0
    /// The session that goes on, in the line that announced it.
    package private(set) var session: String?

    /// Lines that are kept.
    package static let most = 1000

    package init(_ model: PageModel) { self.model = model }

    /// What a page is told first.
    package var greeting: String { line("page") }

    /// Number of the next line.
    package var end: Int { first + lines.count }

    /// From now on it is this model.
    package mutating func change(to model: PageModel) {
        self.model = model
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
        line.add("title", model.title)
        line.add("labels", model.labels)
        if let decision = model.decision { PageDecision(decision).add(to: &line) }
        return line.line
    }
}
