extension DataSet {
    /// Whether a classifier can learn from it: two classes with windows at least, and windows of every class that was asked for
    /// by name.
    ///
    /// - Throws: `oneClass`, `missingLabel` or `labelWithoutWindows`.
    public func checkTrainable() throws(DataSetError) {
        let counts = windowCounts
        let found = labelsFound
        for (name, count) in zip(classes, counts) where count == 0 && options.labels.kept != nil {
            guard found.contains(name) else { throw .missingLabel(name: name, paths: paths, found: found) }
            throw .labelWithoutWindows(name: name, window: options.window)
        }
        let able = zip(classes, counts).filter { $0.1 > 0 }.map(\.0)
        if able.count < 2 { throw .oneClass(paths: paths, name: able.first) }
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
