import Randomness
import Recordings
import Testing

@Suite("A data set")
struct DataSetTests {
    private func set(_ sessions: [RecordedSession], _ options: DataSet.Options) throws -> DataSet {
        try DataSet([Recording(path: "r.csv", sessions: sessions)], options: options)
    }

    /// Random data sets over random sessions; those with no windows are passed over. A third of them is brought to another rate,
    /// unless every sample is to stay what it was.
    private func forRandomSets(resampled: Bool = true, _ body: (DataSet, [RecordedSession]) throws -> Void) throws {
        var generator = SeededGenerator(seed: 8)
        var tried = 0
        for round in 0..<400 {
            let sessions = randomSessions(using: &generator)
            let options = DataSet.Options(
                labels: LabelRule(dropped: ["none"]), rate: resampled && round % 3 == 0 ? 25 : nil,
                window: Int.random(in: 1...40, using: &generator), hop: Int.random(in: 1...50, using: &generator),
                mixed: round % 2 == 0 ? .majority : .drop)
            guard let set = try? set(sessions, options) else { continue }
            tried += 1
            try body(set, sessions)
        }
        #expect(tried > 200)
    }

    @Test("has windows from each session's first sample on, hop by hop, as long as they are whole")
    func windows() throws {
        let set = try set(
            [labelled([("a", 10)], name: "s1"), labelled([("b", 7)], name: "s2")], DataSet.Options(window: 4, hop: 3))
        #expect(
            set.windows == [
                .init(session: 0, start: 0, label: 0), .init(session: 0, start: 3, label: 0),
                .init(session: 0, start: 6, label: 0),
                .init(session: 1, start: 0, label: 1), .init(session: 1, start: 3, label: 1),
            ])
    }

    @Test("has every possible window or counts it as left out")
    func everyWindowCounted() throws {
        try forRandomSets { set, _ in
            let possible = set.sessions.reduce(0) { $0 + ($1.count - set.options.window) / set.options.hop + 1 }
            #expect(set.windows.count + set.leftOut.unlabelledWindows + set.leftOut.mixedWindows == possible)
        }
    }

    @Test("has every sample in a session or counts it in a stretch too short")
    func everySampleCounted() throws {
        try forRandomSets(resampled: false) { set, sessions in
            let short = set.leftOut.shortStretches.samples
            #expect(set.sessions.reduce(short) { $0 + $1.count } == sessions.reduce(0) { $0 + $1.count })
        }
    }

    @Test("counts every sample whose label is no class, by label")
    func labelsCounted() throws {
        try forRandomSets(resampled: false) { set, sessions in
            for label in ["none", ""] {
                let expected = sessions.flatMap(\.labels).count { $0 == label }
                #expect(set.leftOut.samplesByLabel[label, default: 0] == expected)
            }
            #expect(set.leftOut.samplesByLabel["a"] == nil)
        }
    }

    @Test("cuts at each gap once")
    func gapsCounted() throws {
        try forRandomSets { set, _ in
            #expect(set.sessions.allSatisfy { $0.stretches().count == 1 })
        }
        let gap = RecordedSession(
            name: "s", subject: "u", labels: ["a", "a", "b", "b", "b"], timestamps: [0, 20, 80, 100, 120],
            values: [Float](repeating: 0, count: 30))
        let set = try set([gap], DataSet.Options(window: 2, hop: 1))
        #expect(set.leftOut.gaps == 1)
        #expect(set.windows.map(\.label) == [0, 1, 1])
    }

    @Test("gives each window the label that its samples ask for")
    func labels() throws {
        try forRandomSets { set, _ in
            let numbers = set.sessions.map { $0.labels.map(set.number) }
            for window in set.windows {
                let samples = numbers[window.session]
                let range = window.start..<window.start + set.options.window
                #expect(DataSet.labelOfWindow(samples[range], mixed: set.options.mixed) == .label(window.label))
            }
        }
    }

    @Test("has the sum of its subjects' windows")
    func counts() throws {
        try forRandomSets { set, _ in
            let bySubject = set.windowCountsBySubject
            #expect(bySubject.keys.sorted() == set.subjects.sorted())
            for label in set.classes.indices {
                #expect(bySubject.values.reduce(0) { $0 + $1[label] } == set.windowCounts[label])
            }
            #expect(set.windowCounts.reduce(0, +) == set.windows.count)
        }
    }

    @Test("hands out a window's values, sample after sample")
    func values() throws {
        var session = labelled([("a", 3), ("b", 3)])
        session.values = (0..<36).map(Float.init)
        let set = try set([session], DataSet.Options(window: 2, hop: 2))
        #expect(Array(set.values(of: set.windows[1])) == (12..<24).map(Float.init))
    }

    @Test("is at the rate asked for")
    func rate() throws {
        let set = try set([labelled([("a", 100), ("b", 100)])], DataSet.Options(rate: 25, window: 50, hop: 50))
        #expect(set.sessions.map(\.count) == [100])
        #expect(set.rate == 25)
    }

    @Test("keeps the recordings' rate, and every value, if none is asked for")
    func ownRate() throws {
        let recorded = [labelled([("a", 20)], name: "1"), labelled([("b", 20)], name: "2", rate: 50.5)]
        let set = try set(recorded, DataSet.Options(window: 20, hop: 20))
        #expect(set.sessions == recorded)
        #expect(abs(set.rate - 50) < 1e-9)
    }

    @Test("orders subjects by the numbers in their names, and takes the session for a subject that is not named")
    func subjects() throws {
        let sessions = ["u10", "u2", nil, "u2"].enumerated().map { labelled([("a", 5)], name: "s\($0)", subject: $1) }
        #expect(try set(sessions, DataSet.Options(window: 5, hop: 5)).subjects == ["s2", "u2", "u10"])
    }
}
