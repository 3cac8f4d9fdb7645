import Recordings
import Testing

@Suite("What print shows of recordings")
struct DescriptionTests {
    @Test("a session, a recording, a data set and a split in a line each, whatever they hold")
    func words() throws {
        var session = RecordedSession(name: "s1", subject: "ann")
        for index in 0..<20 {
            session.timestamps.append(Double(index) * 20)
            session.labels.append(index < 10 ? "rest" : "shake")
            session.values += [Float](repeating: 0, count: 6)
        }
        #expect("\(session)" == "session s1 of ann: 20 samples at 50.0 Hz; rest, shake")
        let recording = Recording(path: "a.csv", sessions: [session])
        #expect("\(recording)" == "a.csv: 1 sessions, 20 samples")
        let data = try DataSet([recording], options: DataSet.Options(window: 10, hop: 10))
        #expect("\(data)" == "1 subjects, 2 windows of 10 samples every 10 at 50.0 Hz: rest 1, shake 1")
        #expect("\(Split.bySubject(validation: ["bob", "ann"]))" == "subjects ann, bob validate")
        #expect("\(Split.bySession(validation: ["s1"]))" == "sessions s1 validate")
    }
}
