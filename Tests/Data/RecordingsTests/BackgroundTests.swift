import Recordings
import Testing

@Suite("The background of a data set")
struct BackgroundTests {
    /// Two people, a window of ten every five samples.
    private func people() throws -> DataSet {
        let sessions = [("s1", "u1"), ("s2", "u2")].map { name, subject in
            labelled([("rest", 40), ("wave", 45)], name: name, subject: subject)
        }
        return try DataSet([Recording(path: "r.csv", sessions: sessions)], options: DataSet.Options(window: 10, hop: 5))
    }

    private func background(_ samples: Int) -> [Recording] {
        [Recording(path: "b.csv", sessions: [labelled([("wave", samples / 2), ("", samples / 2)], name: "day", subject: "u1")])]
    }

    @Test("is rest, whatever its labels say")
    func rest() throws {
        let people = try people()
        let all = try people.adding(background: background(60), as: "rest")
        #expect(all.backgroundWindows == 11)
        #expect(all.windowCounts[0] == people.windowCounts[0] + 11 && all.windowCounts[1] == people.windowCounts[1])
    }

    @Test("has no more windows than the people, evenly chosen")
    func balanced() throws {
        let people = try people()
        let all = try people.adding(background: background(2000), as: "rest")
        #expect(all.backgroundWindows <= people.windows.count && all.backgroundWindows > people.windows.count / 2)
        let starts = all.windows.filter { all.sessions[$0.session].name == "day" }.map(\.start)
        let steps = Set(zip(starts, starts.dropFirst()).map { $1 - $0 })
        #expect(steps.count == 1)
    }

    @Test("is of nobody, also if it has somebody's name, and always learned from")
    func nobody() throws {
        let all = try people().adding(background: background(60), as: "rest")
        #expect(all.subjects == ["u1", "u2"])
        #expect(all.selecting(subjects: ["u1"]).backgroundWindows == 0)
        let (training, validation) = try all.split(.bySubject(validation: ["u1"]))
        #expect(training.backgroundWindows == 11 && validation.backgroundWindows == 0)
        for fold in try all.leavingOneSubjectOut() {
            #expect(fold.training.backgroundWindows == 11 && fold.test.backgroundWindows == 0)
        }
    }
}
