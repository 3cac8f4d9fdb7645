import MotionQWorkshop
import Testing

@Suite("Tuning as a request")
struct TuningRequestTests {
    private static func request() throws -> TuningRequest {
        TuningRequest(
            model: try SmallTraining.model(), data: LabelledMotion(recordings: [SmallTraining.people]), background: .none)
    }

    @Test("finds a decision within the budget and puts it into the model")
    func tuned() throws {
        let tuned = try Self.request().run()
        #expect(tuned.before.gestures.hits + tuned.before.gestures.misses == 9 && tuned.tried.count == 96)
        #expect(tuned.model.decision == tuned.best.parameters && tuned.madeUpBackground == nil)
        #expect(zip(tuned.front, tuned.front.dropFirst()).allSatisfy { $0.gestures.hits < $1.gestures.hits })
    }

    @Test("judges by recorded background, which has no labels")
    func background() throws {
        var request = try Self.request()
        request.background = Background(RecordingSource(recordings: [DailyLife(seed: 9).recording(subjects: 0..<1, seconds: 5)]))
        let tuned = try request.run()
        #expect(abs(tuned.best.backgroundSeconds - 5 * Double(DailyLife.activities.count)) < 1 && tuned.madeUpBackground == nil)
    }

    @Test("refuses recordings without a gesture, people who are not there and labels that the model does not know")
    func refused() throws {
        func problem(_ change: (inout TuningRequest) -> Void) throws -> String? {
            var request = try Self.request()
            change(&request)
            do {
                _ = try request.run()
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(try problem { $0.data.subjects = ["v7"] }?.contains("there is no subject v7") == true)
        #expect(
            try problem { $0.data.renamed = ["rest": "still"] }
                == "“map” names “still”, but the model knows rest, shake, drive, chop")
        #expect(
            try problem { $0.data.renamed = ["chop": "rest", "drive": "rest", "shake": "rest"] }?.contains("no gesture") == true)
    }

    @Test("ends when it is cancelled")
    func cancelled() throws {
        let request = try Self.request()
        #expect(throws: CancellationError.self) { try request.run(isCancelled: { true }) }
    }
}
