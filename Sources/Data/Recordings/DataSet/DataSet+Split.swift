extension DataSet {
    /// One round of leaving one subject out.
    public struct Fold: Sendable {
        /// The subject who is left out of `training` and alone in `test`.
        public let heldOut: String
        public let training: DataSet
        public let test: DataSet
    }

    /// Two parts that share no window and no sample, and, but for a split by time, are the whole together. Split by subjects, the
    /// background stays with those who are learned from.
    ///
    /// - Throws: `unknown` if the rule names someone or something that is not there, `nothingLeft`, `tooShortToPart` or
    ///   `loneSessions` if one side would have no windows.
    public func split(_ rule: Split) throws(DataSetError) -> (training: DataSet, validation: DataSet) {
        let training: DataSet
        let validation: DataSet
        switch rule.kind {
        case .subjects(let names):
            try check(names, among: subjects, kind: "subject")
            training = selecting { $0.isBackground || !names.contains($0.group) }
            validation = selecting { !$0.isBackground && names.contains($0.group) }
        case .sessions(let names):
            try check(names, among: sessionNames, kind: "session")
            training = selecting { !names.contains($0.name) }
            validation = selecting { names.contains($0.name) }
        case .everySession(let count):
            let chosen = everySession(count)
            guard !chosen.isEmpty else { throw .loneSessions }
            training = holding(sources.indices.filter { !chosen.contains($0) }.map { sources[$0] })
            validation = holding(sources.indices.filter(chosen.contains).map { sources[$0] })
        case .time(let part):
            let parted = sources.map { $0.parted(last: part, options) }
            training = holding(parted.map(\.earlier))
            validation = holding(parted.compactMap(\.later))
            guard !validation.windows.isEmpty else { throw .tooShortToPart(window: options.window, part: part) }
        }
        guard !training.windows.isEmpty else { throw .nothingLeft(part: "train on", subjects: subjects) }
        guard !validation.windows.isEmpty else { throw .nothingLeft(part: "validate with", subjects: subjects) }
        return (training, validation)
    }

    /// Every n-th session of each label, or else the last one of several.
    private func everySession(_ count: Int) -> Set<Int> {
        var byLabel: [Int: [Int]] = [:]
        for (index, source) in sources.enumerated() {
            if let label = source.mainLabel { byLabel[label, default: []].append(index) }
        }
        return byLabel.values.reduce(into: []) { chosen, sessions in
            guard sessions.count >= 2 else { return }
            let every = min(count, sessions.count)
            chosen.formUnion(sessions.indices.filter { $0 % every == every - 1 }.map { sessions[$0] })
        }
    }

    /// For each subject that has windows, in the order of `subjects`, the others and that one.
    ///
    /// - Throws: `nothingLeft` with fewer than two such subjects.
    public func leavingOneSubjectOut() throws(DataSetError) -> [Fold] {
        let counts = windowCountsBySubject
        let able = subjects.filter { (counts[$0] ?? []).contains { $0 > 0 } }
        guard able.count > 1 else { throw .nothingLeft(part: "train on", subjects: subjects) }
        return able.map { subject in
            Fold(
                heldOut: subject, training: selecting { $0.isBackground || $0.group != subject },
                test: selecting { !$0.isBackground && $0.group == subject })
        }
    }

    private func check(_ names: Set<String>, among known: [String], kind: String) throws(DataSetError) {
        guard let stranger = names.subtracting(known).min() else { return }
        throw .unknown(kind: kind, name: stranger, known: known)
    }
}
