package import PageServer

/// How far one page has been told.
package struct PageReader {
    private var view = PageView()
    private var hasViewChanged = true
    /// Whether nobody looks at it: another tab is in front of it.
    private var isHidden = false
    private var isGreeted = false
    /// To what the page asked.
    private var answers: [String] = []
    /// Number of the journal's next line.
    private var line = 0
    private var facts: PageFacts.Versions = [:]
    private var epoch: UInt32?
    /// The column that comes next; one that is not complete comes again.
    private var column = 0
    /// The sample up to which it was told, and the number of the next window.
    private var (told, window) = (0, 0)

    package init() {}

    /// From now on the page wants to see this; all of it is told again.
    package mutating func show(_ view: PageView) {
        self.view = view
        (hasViewChanged, isHidden) = (true, false)
    }

    /// From now on the page is told nothing, until it wants to see something.
    package mutating func hide() { isHidden = true }

    /// Answers something that the page asked.
    package mutating func answer(_ line: String) { if answers.count < 16 { answers.append(line) } }

    /// What the page is to be told next: what happened since, and columns, of a long sleep no more than it shows.
    package mutating func read(_ journal: PageJournal, _ facts: PageFacts, _ stream: PageStream?) -> [PageMessage] {
        guard !isHidden else { return [] }
        var messages: [PageMessage] = []
        // Who missed lines may have missed the model and the board.
        if !isGreeted || line < journal.first {
            isGreeted = true
            messages.append(.text(journal.greeting))
            if let session = journal.session { messages.append(.text(session)) }
        }
        for text in journal.lines(from: line) { messages.append(.text(text)) }
        line = journal.end
        messages += answers.map { .text($0) }
        answers = []
        messages += facts.news(after: &self.facts).map { .text($0) }
        if let stream, let columns = columns(of: stream) {
            messages.append(.binary(stream.message(columns, samplesPerColumn: view.samplesPerColumn(rate: stream.rate))))
        }
        return messages
    }

    /// What the page does not have yet; nil: nothing.
    private mutating func columns(of stream: PageStream) -> Range<Int>? {
        let size = view.samplesPerColumn(rate: stream.rate)
        let isNew = hasViewChanged || epoch != stream.epoch
        let end = min(view.end ?? stream.signal.end, stream.signal.end)
        let last = (end + size - 1) / size
        let late = stream.windows.earliestEnd(from: window).map { $0 / size }
        let first = isNew ? last - view.columns : max(min(column, late ?? column), last - view.columns)
        guard isNew || late != nil || (view.end == nil && end > told) else { return nil }
        (hasViewChanged, epoch, column, told, window) = (false, stream.epoch, end / size, end, stream.windows.count)
        return max(0, first)..<max(0, last)
    }
}
