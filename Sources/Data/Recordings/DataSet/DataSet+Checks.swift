extension DataSet {
    /// Whether a classifier can learn from it: two classes with windows at least, and windows of every class that was asked for
    /// by name.
    ///
    /// - Throws: `oneClass`, `missingLabel`, `labelWithoutWindows` or `mixedOnly`.
    public func checkTrainable() throws(DataSetError) {
        try checkMixed()
        let counts = windowCounts
        let found = labelsFound
        for (name, count) in zip(classes, counts) where count == 0 && options.labels.kept != nil {
            guard found.contains(name) else { throw .missingLabel(name: name, paths: paths, found: found) }
            throw .labelWithoutWindows(name: name, window: options.window)
        }
        let able = zip(classes, counts).filter { $0.1 > 0 }.map(\.0)
        if able.count < 2 { throw .oneClass(paths: paths, name: able.first) }
    }

    /// Refuses classes that have no window only because windows of several labels are dropped.
    func checkMixed() throws(DataSetError) {
        guard options.mixed == .drop, leftOut.mixedWindows > 0 else { return }
        // These stretches are as long as a window at least.
        let present = sessions.reduce(into: Set<String>()) { $0.formUnion($1.labels) }
        let empty = zip(classes, windowCounts).filter { $0.1 == 0 && present.contains($0.0) }.map(\.0)
        if !empty.isEmpty { throw .mixedOnly(names: empty, window: options.window) }
    }

    /// Checks that nobody stands on both sides, as may happen when they are read from different places.
    ///
    /// - Parameter part: what `other` is for, as a word for the message: validation, test.
    /// - Throws: `inBoth`.
    public static func checkDisjoint(
        _ training: DataSet, _ other: DataSet, part: String = "validation"
    ) throws(DataSetError) {
        let known = Set(training.subjects)
        if let name = other.subjects.first(where: known.contains) { throw .inBoth(subject: name, part: part) }
    }
}
