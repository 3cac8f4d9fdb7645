import Recordings
import Testing

@Suite("What a data set leaves out")
struct LeftOutTests {
    @Test("is said in a sentence each")
    func sentences() throws {
        var session = labelled([("a", 25), ("none", 12), ("b", 13), ("", 1)], name: "s1")
        for index in 47..<51 { session.timestamps[index] += 100 }
        let options = DataSet.Options(labels: LabelRule(kept: ["a", "b"]), window: 10, hop: 10, mixed: .drop)
        let set = try DataSet([Recording(path: "r.csv", sessions: [session])], options: options)
        #expect(
            set.leftOut.sentences == [
                "1 sample has no label",
                "12 samples have the label none, which is no class",
                "2 windows left out because the labels in them differ",
                "1 gap in the recordings, where 5 samples are missing; no window reaches across one",
                "1 stretch shorter than a window left out (s1: 4 samples)",
                "7 samples after the last whole window of a stretch left out",
            ])
    }

    @Test("is said for windows without a class")
    func unlabelled() throws {
        let options = DataSet.Options(labels: LabelRule(dropped: ["none"]), window: 10, hop: 10)
        let sessions = [labelled([("a", 10), ("none", 10)])]
        let set = try DataSet([Recording(path: "r.csv", sessions: sessions)], options: options)
        #expect(set.leftOut.sentences.last == "1 window left out because most samples have no class")
    }

    @Test("names no more than three short stretches")
    func manyShort() throws {
        let sessions = (1...5).map { labelled([("a", $0)], name: "s\($0)") } + [labelled([("a", 10)])]
        let set = try DataSet([Recording(path: "r.csv", sessions: sessions)], options: DataSet.Options(window: 10, hop: 10))
        #expect(
            set.leftOut.sentences == [
                "5 stretches shorter than a window left out (s1: 1 sample, s2: 2 samples, s3: 3 samples, …)"
            ])
    }

    @Test("is nothing, and nothing is said, if every sample stands in a window")
    func nothing() throws {
        let set = try DataSet(
            [Recording(path: "r.csv", sessions: [labelled([("a", 20)])])], options: DataSet.Options(window: 10, hop: 5))
        #expect(set.leftOut == DataSet.LeftOut() && set.leftOut.sentences.isEmpty)
    }

    @Test("is warned of if it is more than one sample in twenty, with what mends it")
    func warned() throws {
        let fine = try DataSet(
            [Recording(path: "r.csv", sessions: [labelled([("a", 200)])])], options: DataSet.Options(window: 10, hop: 5))
        #expect(fine.warnings.isEmpty)
        let sessions = [labelled([("a", 100)]), labelled([("a", 9)], name: "short")]
        let short = try DataSet([Recording(path: "r.csv", sessions: sessions)], options: DataSet.Options(window: 10, hop: 5))
        #expect(
            short.warnings == [
                "8 % of the samples are in stretches shorter than a window (10 samples): a smaller window would use them"
            ])
        let options = DataSet.Options(window: 60, hop: 60)
        let rest = try DataSet([Recording(path: "r.csv", sessions: [labelled([("a", 100)])])], options: options)
        #expect(rest.warnings.count == 1 && rest.warnings[0].hasPrefix("40 % of the samples come after the last window"))
        let mixed = labelled([("a", 25), ("b", 25), ("a", 50)])
        let dropped = try DataSet(
            [Recording(path: "r.csv", sessions: [mixed])], options: DataSet.Options(window: 10, hop: 10, mixed: .drop))
        #expect(dropped.warnings.count == 1 && dropped.warnings[0].contains("of several labels"))
    }
}
