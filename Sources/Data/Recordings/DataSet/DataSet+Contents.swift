import Files

extension RecordedSession {
    /// The group to which it belongs when data are split: the subject, or the session by its name where no subject is known.
    public var group: String { subject ?? name }
}

extension DataSet {
    /// Everyone in it, each once, numbers in names by their value (2 before 10). A session without a subject is a subject of its
    /// own, under its name. Those of the background are not among them.
    public var subjects: [String] { Self.each(sources.filter { !$0.isBackground }.map(\.group)) }

    /// The names of the recorded sessions, each once, in the same order.
    public var sessionNames: [String] { Self.each(sources.map(\.name)) }

    /// Windows of each class.
    public var windowCounts: [Int] {
        var result = [Int](repeating: 0, count: classes.count)
        for window in windows { result[window.label] += 1 }
        return result
    }

    /// Subject → windows of each class; everyone is there, also with no windows at all.
    public var windowCountsBySubject: [String: [Int]] {
        var result = Dictionary(uniqueKeysWithValues: subjects.map { ($0, [Int](repeating: 0, count: classes.count)) })
        for window in windows { result[sessions[window.session].group]?[window.label] += 1 }
        return result
    }

    /// The number of a label in `classes`, as it is called after renaming; nil if it is no class.
    public func number(of label: String) -> Int? {
        classes.firstIndex(of: label)
    }

    /// `window × channels` values of a window, as in the session.
    public func values(of window: Window) -> ArraySlice<Float> {
        sessions[window.session].samples(window.start..<window.start + options.window)
    }

    /// The files it comes from, each once, in the order given.
    public var paths: [String] {
        var seen: Set<String> = []
        return sources.map(\.path).filter { seen.insert($0).inserted }
    }

    /// The sessions that windows come from.
    public var sessionsWithWindows: [RecordedSession] {
        let used = Set(windows.lazy.map(\.session))
        return sessions.indices.filter(used.contains).map { sessions[$0] }
    }

    /// The files that windows come from.
    public var pathsWithWindows: [String] {
        let used = Set(sources.lazy.filter { $0.stretches.contains { !$0.windows.isEmpty } }.map(\.path))
        return paths.filter(used.contains)
    }

    /// Every label in the recordings, sorted, after renaming; also those that are no class.
    public var labelsFound: [String] {
        sources.reduce(into: Set<String>()) { $0.formUnion($1.labels) }.sorted()
    }

    private static func each(_ names: [String]) -> [String] {
        Set(names).sorted { $0.precedes($1) }
    }
}
