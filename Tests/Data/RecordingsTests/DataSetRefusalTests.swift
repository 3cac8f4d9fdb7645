import Recordings
import Testing

@Suite("A data set is refused with a sentence")
struct DataSetRefusalTests {
    private func set(
        _ sessions: [RecordedSession], kept: [String]? = nil, window: Int = 10
    ) throws(DataSetError) -> DataSet {
        try DataSet(
            [Recording(path: "r.csv", sessions: sessions)],
            options: DataSet.Options(labels: LabelRule(kept: kept), window: window, hop: 5))
    }

    private func sentence(_ body: () throws -> Void) throws -> String {
        try #require(throws: DataSetError.self, performing: body).description
    }

    @Test("if two recordings differ in rate and none is asked for")
    func rates() throws {
        let recordings = [
            Recording(path: "a.csv", sessions: [labelled([("a", 20)], name: "one")]),
            Recording(path: "b.csv", sessions: [labelled([("a", 20)], name: "two", rate: 25)]),
        ]
        #expect(
            try sentence { _ = try DataSet(recordings, options: DataSet.Options(window: 10, hop: 5)) }
                == "a.csv (session one) has 50 Hz and b.csv (session two) 25 Hz; give one rate for all with “rate”")
    }

    @Test("if the time stamps count something else than milliseconds")
    func implausibleRate() throws {
        let microseconds = Recording(path: "r.csv", sessions: [labelled([("a", 20)], name: "one", rate: 0.05)])
        #expect(
            try sentence { _ = try DataSet([microseconds], options: DataSet.Options(rate: 50, window: 10, hop: 5)) }
                == "r.csv (session one) has 0.05 Hz by its time stamps, far from the 50 Hz that are wanted; "
                + "timestamp_ms counts milliseconds")
    }

    @Test("if no stretch is as long as a window")
    func tooShort() throws {
        #expect(
            try sentence { _ = try set([labelled([("a", 3)]), labelled([("a", 9)])]) }
                == "r.csv: the longest stretch without a gap has 9 samples, a window 10; record longer or give a smaller “window”")
    }

    @Test("if no recording has two samples")
    func oneSample() throws {
        #expect(
            try sentence { _ = try set([labelled([("a", 1)])]) }
                == "r.csv: the longest stretch without a gap has 1 samples, a window 10; record longer or give a smaller “window”")
    }

    @Test("if there are no recordings")
    func noRecordings() throws {
        #expect(
            try sentence { _ = try DataSet([], options: DataSet.Options(window: 10, hop: 5)) }
                == "no recordings: the longest stretch without a gap has 0 samples, a window 10; record longer or give a smaller “window”"
        )
    }

    @Test("if no window has one of the labels asked for")
    func noWindows() throws {
        #expect(
            try sentence { _ = try set([labelled([("walk", 20), ("run", 20)])], kept: ["wlak"]) }
                == "r.csv: no window has one of the labels wlak; the labels there are run, walk; check “labels”")
    }

    @Test("for training with one class only")
    func oneClass() throws {
        let set = try set([labelled([("walking", 20)])])
        #expect(
            try sentence { try set.checkTrainable() }
                == "r.csv: one class only (walking); training needs two or more: record another or check “labels”")
    }

    @Test("for training if a label asked for does not occur")
    func missingLabel() throws {
        let set = try set([labelled([("walk", 20), ("run", 20)])], kept: ["walk", "run", "fly"])
        #expect(
            try sentence { try set.checkTrainable() }
                == "r.csv: nothing is labelled fly; the labels there are run, walk; check “labels”")
    }

    @Test("for training if a label asked for fills no window")
    func labelWithoutWindows() throws {
        let set = try set([labelled([("walk", 20), ("run", 20), ("fly", 2)])], kept: ["walk", "run", "fly"])
        #expect(
            try sentence { try set.checkTrainable() }
                == "no window of 10 samples is labelled fly, its stretches are too short; give a smaller “window”, record longer, "
                + "or leave it out of “labels”")
    }

    @Test("if a subject to validate with is not there")
    func unknownSubject() throws {
        let set = try set([labelled([("a", 20)], subject: "u10"), labelled([("b", 20)], subject: "u9")])
        #expect(
            try sentence { _ = try set.split(.bySubject(validation: ["u9", "u3"])) }
                == "there is no subject u3 in the recordings; there are u9, u10")
    }

    @Test("if a session to validate with is not there")
    func unknownSession() throws {
        let set = try set([labelled([("a", 20)], name: "one")])
        #expect(
            try sentence { _ = try set.split(.bySession(validation: ["two"])) }
                == "there is no session two in the recordings; there are one")
    }

    @Test("if a split leaves nothing to train on")
    func nothingToTrain() throws {
        let set = try set([labelled([("a", 20)])])
        #expect(
            try sentence { _ = try set.split(.bySubject(validation: ["u"])) }
                == "nothing would be left to train on; choose differently among the subjects u")
    }

    @Test("if a split leaves nothing to validate with")
    func nothingToValidate() throws {
        let set = try set([labelled([("a", 20)])])
        #expect(
            try sentence { _ = try set.split(.bySubject(validation: [])) }
                == "nothing would be left to validate with; choose differently among the subjects u")
    }

    @Test("for leaving one subject out of one")
    func oneSubject() throws {
        let set = try set([labelled([("a", 20)])])
        #expect(
            try sentence { _ = try set.leavingOneSubjectOut() }
                == "nothing would be left to train on; choose differently among the subjects u")
    }

    @Test("if someone is in the training and in the validation data")
    func inBoth() throws {
        let set = try set([labelled([("a", 20)], subject: "ann"), labelled([("b", 20)], subject: "bob")])
        #expect(
            try sentence { try DataSet.checkDisjoint(set, set.selecting(subjects: ["bob"]), part: "test") }
                == "subject bob is in both the training and the test data, which would flatter the result; take the recordings out of one"
        )
    }
}
