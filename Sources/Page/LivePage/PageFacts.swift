/// What holds now, a line of JSON for each kind of it. A page is told a line when it has changed.
package struct PageFacts {
    package enum Kind: CaseIterable, Sendable {
        /// What was counted.
        case counts
        /// Which lights are on.
        case lights
        /// What is done at the page, and what may be done next.
        case work
        /// What an evaluation or a survey found.
        case study
        /// What was recorded and is looked at.
        case shown
        /// How several devices stand.
        case devices
    }

    /// How often each kind has changed.
    package typealias Versions = [Kind: Int]

    private var lines: [Kind: String] = [:]
    private var versions: Versions = [:]

    package init() {}

    package subscript(kind: Kind) -> String? {
        get { lines[kind] }
        set {
            guard newValue != lines[kind] else { return }
            lines[kind] = newValue
            versions[kind, default: 0] += 1
        }
    }

    /// What somebody was not told who was told so much; they are told now.
    package func news(after told: inout Versions) -> [String] {
        defer { told = versions }
        return Kind.allCases.compactMap { told[$0] == versions[$0] ? nil : lines[$0] }
    }
}
