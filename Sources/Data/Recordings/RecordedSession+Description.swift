import MotionCore

extension RecordedSession: CustomStringConvertible {
    /// `session s1 of ann: 400 samples at 50.0 Hz; rest, shake`.
    public var description: String {
        let who = subject.map { " of \($0)" } ?? ""
        let when = rate.map { " at \(($0 * 100).rounded() / 100) Hz" } ?? ""
        return "session \(name)\(who): \(count) samples\(when); \(Set(labels).sorted().joined(separator: ", "))"
    }
}

extension Recording: CustomStringConvertible {
    /// `a.csv: 3 sessions, 1200 samples`.
    public var description: String { "\(path): \(sessions.count) sessions, \(sampleCount) samples" }
}

extension DataSet: CustomStringConvertible {
    /// `3 subjects, 45 windows of 100 samples every 25 at 50.0 Hz: rest 20, shake 25`.
    public var description: String {
        let counts = zip(classes, windowCounts).map { "\($0) \($1)" }.joined(separator: ", ")
        return
            "\(subjects.count) subjects, \(windows.count) windows of \(options.window) samples every \(options.hop) at \(rate) Hz: \(counts)"
    }
}

extension Split: CustomStringConvertible {
    /// `subjects ann, bob validate`.
    public var description: String {
        switch kind {
        case .subjects(let names): "subjects \(names.sorted().joined(separator: ", ")) validate"
        case .sessions(let names): "sessions \(names.sorted().joined(separator: ", ")) validate"
        case .everySession(let count): "of each label's sessions every \(count)th validates"
        case .time(let part): "the last \(Int(saturating: (part * 100).rounded())) % of every stretch validates"
        }
    }
}
