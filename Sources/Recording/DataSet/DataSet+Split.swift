extension DataSet {
    /// One round of leaving one subject out.
    public struct Fold: Sendable {
        /// The subject who is left out of `training` and alone in `test`.
        public let heldOut: String
        public let training: DataSet
        public let test: DataSet
    }

    /// Two parts that share no window and no sample, and are the whole together.
    ///
    /// - Throws: `unknown` if the rule names someone or something that is not there, `nothingLeft` if one side would have no
    ///   windows.
    public func split(_ rule: Split) throws(DataSetError) -> (training: DataSet, validation: DataSet) {
        let isValidation: (PreparedSession) -> Bool
        switch rule.kind {
        case .subjects(let names):
            try check(names, among: subjects, kind: "subject")
            isValidation = { names.contains($0.group) }
        case .sessions(let names):
            try check(names, among: sessionNames, kind: "session")
            isValidation = { names.contains($0.name) }
        }
        let training = selecting { !isValidation($0) }
        let validation = selecting(isValidation)
        guard !training.windows.isEmpty else { throw .nothingLeft(part: "train on", subjects: subjects) }
        guard !validation.windows.isEmpty else { throw .nothingLeft(part: "validate with", subjects: subjects) }
        return (training, validation)
    }

    /// For each subject that has windows, in the order of `subjects`, the others and that one.
    ///
    /// - Throws: `nothingLeft` with fewer than two such subjects.
    public func leavingOneSubjectOut() throws(DataSetError) -> [Fold] {
        let counts = windowCountsBySubject
        let able = subjects.filter { (counts[$0] ?? []).contains { $0 > 0 } }
        guard able.count > 1 else { throw .nothingLeft(part: "train on", subjects: subjects) }
        return able.map { subject in
            Fold(heldOut: subject, training: selecting { $0.group != subject }, test: selecting { $0.group == subject })
        }
    }

    private func check(_ names: Set<String>, among known: [String], kind: String) throws(DataSetError) {
        guard let stranger = names.subtracting(known).min() else { return }
        throw .unknown(kind: kind, name: stranger, known: known)
    }
}
