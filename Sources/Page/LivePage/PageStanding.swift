import Formatting

/// How a device stands, in a few words, where a page shows another one.
package struct PageStanding: Equatable, Sendable {
    /// As it greeted; empty before it did.
    package var device = ""
    /// The label that is held; empty: none, or the rest.
    package var held = ""
    package var isHere = false
    /// Whether it is followed no more.
    package var hasEnded = false

    package init() {}

    /// - Parameter name: which device it is, in a person's words.
    func line(_ name: String) -> JSONLine {
        var line = JSONLine()
        line.add("name", name)
        line.add("device", device)
        line.add("held", held)
        line.add("is_here", isHere)
        line.add("has_ended", hasEnded)
        return line
    }
}
