import Files
import MotionQWorkshop
import Testing

@Suite("Segments as a request")
struct SegmentationRequestTests {
    /// Five shakes of two made-up people, with rest between them.
    private static let people: Recording = {
        var generator = MotionGenerator(seed: 1, rate: 50)
        generator.only = "shake"
        return generator.recording(subjects: 40..<42, gesturesPerSubject: 5)
    }()

    @Test("finds every gesture of recordings in memory, session by session, and counts them against their labels")
    func found() throws {
        var sessions: [SegmentedSession] = []
        let result = try SegmentationRequest(RecordingSource(recordings: [Self.people])).run { progress in
            if case .session(let cut) = progress { sessions.append(cut) }
        }
        #expect(sessions.map(\.segments.count) == [5, 5] && result.segments == 10 && result.sessions == 2)
        #expect(result.scores.passages == 10 && result.scores.found == 10 && result.scores.falseSegments == 0)
        for cut in sessions {
            let times = cut.segments.map { $0.seconds(in: cut.session) }
            #expect(times.allSatisfy { $0.from < $0.to } && zip(times, times.dropFirst()).allSatisfy { $0.to < $1.from })
        }
    }

    @Test("writes copies that are labelled by their segments, and pictures")
    func written() throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let path = folder.path + "/people.csv"
        try RecordingWriter().write(Self.people, to: path)
        var request = SegmentationRequest(RecordingSource(paths: [path]))
        (request.label, request.copies, request.pictures) = ("wave", folder.path + "/copies", folder.path + "/pictures")
        let result = try request.run()
        #expect(result.pictures == ["wave": 10])
        let copy = try RecordingReader().read(folder.path + "/copies/people.csv")
        #expect(copy.sessions.map(\.values) == Self.people.sessions.map(\.values))
        #expect(Set(copy.sessions.flatMap(\.labels)) == ["rest", "wave"])
    }

    @Test("fits settings that find what they were fitted to; without rest there are none")
    func fitted() throws {
        var request = SegmentFitRequest(RecordingSource(recordings: [Self.people]))
        let fitted = try request.run()
        #expect(fitted.scores.found == 10 && fitted.settings.evidence == .motion)
        request.rest = "silence"
        #expect(try request.fitted() == nil)
        let error = #expect(throws: RequestError.self) { try request.run() }
        #expect(error?.kind == .badData && error?.remedy?.description == "rest is called silence, or what “rest” says")
    }

    @Test("ends when it is cancelled, and writes nothing")
    func cancelled() throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        var request = SegmentationRequest(RecordingSource(recordings: [Self.people]))
        request.pictures = folder.path + "/pictures"
        var sessions = 0
        #expect(throws: CancellationError.self) {
            try request.run {
                if case .session = $0 { sessions += 1 }
            } isCancelled: {
                sessions == 1
            }
        }
        #expect(FileKind(at: folder.path + "/pictures") == nil)
    }

    @Test("refuses settings for a model's rest where there is no model")
    func needsModel() {
        var request = SegmentationRequest(RecordingSource(recordings: [Self.people]))
        request.settings = .rest
        let error = #expect(throws: RequestError.self) { try request.run() }
        #expect(error?.kind == .usage)
        #expect(error?.description == "the settings are for the rest label of a model; name one with “model”")
    }
}
