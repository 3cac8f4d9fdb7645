import Randomness
import Recordings
import Testing

@Suite("A split of a data set")
struct SplitTests {
    /// Four sessions of three people, one of them unnamed.
    private func example() throws -> DataSet {
        let sessions: [RecordedSession] = [("s1", "u1"), ("s2", "u1"), ("s3", "u2"), ("s4", nil)].map { name, subject in
            labelled([("a", 20), ("b", 25)], name: name, subject: subject)
        }
        return try DataSet([Recording(path: "r.csv", sessions: sessions)], options: DataSet.Options(window: 10, hop: 5))
    }

    private func names(_ set: DataSet) -> [String] { set.sessions.map(\.name) }

    @Test("by subject puts all of a person's sessions on one side")
    func bySubject() throws {
        let (training, validation) = try example().split(.bySubject(validation: ["u1"]))
        #expect(names(training) == ["s3", "s4"])
        #expect(names(validation) == ["s1", "s2"])
    }

    @Test("by subject takes an unnamed person's session by its name")
    func unnamed() throws {
        let (training, validation) = try example().split(.bySubject(validation: ["s4"]))
        #expect(names(training) == ["s1", "s2", "s3"])
        #expect(names(validation) == ["s4"])
    }

    @Test("by session takes the sessions of that name")
    func bySession() throws {
        let (training, validation) = try example().split(.bySession(validation: ["s2", "s3"]))
        #expect(names(training) == ["s1", "s4"])
        #expect(names(validation) == ["s2", "s3"])
    }

    @Test("numbers windows by the sessions of each side")
    func windowsRenumbered() throws {
        let (_, validation) = try example().split(.bySubject(validation: ["u2"]))
        #expect(validation.windows.allSatisfy { $0.session == 0 })
        #expect(validation.windows.map(\.start) == [0, 5, 10, 15, 20, 25, 30, 35])
    }

    @Test("has on its two sides the whole, windows, classes and what is left out")
    func whole() throws {
        var generator = SeededGenerator(seed: 9)
        var tried = 0
        for _ in 0..<300 {
            let recording = Recording(path: "r.csv", sessions: randomSessions(using: &generator))
            let options = DataSet.Options(labels: LabelRule(dropped: ["none"]), window: 12, hop: 5)
            guard let set = try? DataSet([recording], options: options),
                let sides = try? set.split(.bySubject(validation: ["u0"]))
            else { continue }
            tried += 1
            #expect(sides.training.windows.count + sides.validation.windows.count == set.windows.count)
            #expect(sides.training.classes == set.classes && sides.validation.classes == set.classes)
            #expect(sides.training.leftOut.gaps + sides.validation.leftOut.gaps == set.leftOut.gaps)
            try DataSet.checkDisjoint(sides.training, sides.validation)
        }
        #expect(tried > 50)
    }

    @Test("leaving one subject out tests each person once, on all of theirs")
    func leaveOneOut() throws {
        let folds = try example().leavingOneSubjectOut()
        #expect(folds.map(\.heldOut) == ["s4", "u1", "u2"])
        #expect(folds.map { names($0.test) } == [["s4"], ["s1", "s2"], ["s3"]])
        #expect(folds.map { names($0.training) } == [["s1", "s2", "s3"], ["s3", "s4"], ["s1", "s2", "s4"]])
    }

    @Test("of some subjects or sessions selects those")
    func selecting() throws {
        #expect(names(try example().selecting(subjects: ["u1", "s4"])) == ["s1", "s2", "s4"])
        #expect(names(try example().selecting(sessions: ["s3"])) == ["s3"])
    }

    @Test("of nobody is empty")
    func nobody() throws {
        let empty = try example().selecting(subjects: ["nobody"])
        #expect(empty.windows.isEmpty && empty.sessions.isEmpty && empty.subjects.isEmpty)
    }
}
