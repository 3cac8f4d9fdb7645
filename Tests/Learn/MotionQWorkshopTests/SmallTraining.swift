import Files
import MotionQWorkshop

/// Three made-up people as the command `simulate --subjects 0-2 --gestures 3` writes them, and a training of an instant.
enum SmallTraining {
    /// The people's motion as it is read from a file.
    static let people: Recording = {
        do {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let path = folder.path + "/people.csv"
            try RecordingWriter().write(MotionGenerator(seed: 1).recording(subjects: 0..<3, gesturesPerSubject: 3), to: path)
            return try RecordingReader().read(path)
        } catch {
            fatalError("no recording could be made: \(error)")
        }
    }()

    /// One pass with four units.
    static var request: TrainingRequest {
        var request = TrainingRequest(recordings: [people])
        (request.data.window, request.data.hop, request.data.validation) = (20, 10, .end(share: 0.2))
        (request.settings.hidden, request.settings.length) = (4, .passes(1))
        request.background = .none
        return request
    }

    /// A model of it.
    static func model() throws -> Model { try request.run().quantized().model }
}
