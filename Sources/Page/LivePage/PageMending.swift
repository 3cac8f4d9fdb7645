/// What is to become of stretches of a data set, by their numbers.
package struct PageMending: Equatable, Sendable {
    /// The folder that it is written into; new, or empty.
    package let folder: String
    /// Those that are taken out.
    package let dropped: [Int]
    /// Those that are called otherwise, and how.
    package let renamed: [Int: String]

    /// - Parameters:
    ///   - stretches: that are called otherwise; each once.
    ///   - labels: one a stretch; nil if it is not.
    package init?(folder: String, dropped: [Int], stretches: [Int], labels: [String]) {
        guard stretches.count == labels.count, Set(stretches).count == stretches.count else { return nil }
        (self.folder, self.dropped) = (folder, dropped)
        renamed = Dictionary(uniqueKeysWithValues: zip(stretches, labels))
    }
}
