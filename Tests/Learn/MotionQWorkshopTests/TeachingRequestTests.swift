import MotionQWorkshop
import TestSupport
import Testing

@Suite("Teaching as a request")
struct TeachingRequestTests {
    /// A network of random weights that reads whole strokes.
    private static func base(inputs: Int = 6) throws -> Model {
        var float = randomFloatModel(seed: 5, window: 24, hop: 24, inputs: inputs, lstm: [16], dense: [3])
        let about = float.description
        float.description = ModelDescription(
            labels: about.labels, restLabel: nil, schedule: about.schedule, statePolicy: about.statePolicy, rate: 50,
            inputs: about.inputs.map { InputFeature(name: $0.name, offset: 0, scale: 0.5) }, strokes: .stretch)
        return try Conversion(of: float, recordings: []).model()
    }

    private static func strokes(_ shapes: Range<Int>, each: Int) -> Recording {
        let strokes = MadeUpStrokes(seed: 3)
        return Recording(
            path: "strokes",
            sessions: shapes.flatMap { shape in
                (0..<each).map { strokes.session(shape: shape, writer: 2000, repetition: $0) }
            })
    }

    private static func request(_ recording: Recording) throws -> TeachingRequest {
        var request = TeachingRequest(try base(), named: "base", examples: RecordingSource(recordings: [recording]))
        request.startsAnew = true
        return request
    }

    @Test("teaches labels by three examples of each, adds one to them, and takes one away")
    func taught() throws {
        let first = try Self.request(Self.strokes(0..<2, each: 3)).run()
        #expect(first.labels == ["k0", "k1"] && first.counts == [3, 3] && first.leftOut.all == 6)
        #expect(first.model.quantized != nil && first.model.float != nil && first.background == nil)
        var more = TeachingRequest(
            first.model, named: "first", examples: RecordingSource(recordings: [Self.strokes(2..<3, each: 2)]))
        let second = try more.run()
        #expect(second.labels == ["k0", "k1", "k2"] && second.counts == [3, 3, 2])
        (more.base, more.examples, more.forgotten) = (second.model, RecordingSource(), ["k0"])
        #expect(try more.run().labels == ["k1", "k2"])
    }

    @Test("hands out a plan of the examples that are to be made, and takes the recording of them")
    func made() throws {
        var request = try Self.request(Self.strokes(0..<2, each: 3))
        (request.examples, request.examplesToMake, request.labels) = (RecordingSource(), 3, ["k0", "k1"])
        var plans: [ExamplePlan] = []
        let taught = try request.run { _ in
        } making: { plan in
            plans.append(plan)
            return Self.strokes(0..<2, each: plan.count)
        }
        #expect(plans.map(\.labels) == [["k0", "k1"]] && plans[0].rate == 50 && plans[0].inputs.count == 6)
        #expect(taught.labels == ["k0", "k1"] && taught.counts == [3, 3])
    }

    @Test("refuses a network that was trained, by the setting that helps, in no words of a command line")
    func refused() throws {
        var request = try Self.request(Self.strokes(0..<2, each: 3))
        request.startsAnew = false
        let error = #expect(throws: RequestError.self) { try request.run() }
        #expect(error?.kind == .badData && error?.remedy?.description == "“anew” teaches it other ones")
        request.startsAnew = true
        request.labels = ["k0"]
        #expect(throws: RequestError.self) { try request.run() }
    }

    @Test("takes examples of an accelerometer alone, where the network reads nothing else")
    func accelerometer() throws {
        let whole = Self.strokes(0..<2, each: 3)
        var alone = whole
        alone.sessions = whole.sessions.map { $0.selecting(NamedChannels(SixAxes.accelerations)) }
        func taught(_ recording: Recording) throws -> QuantizedNetwork? {
            var request = TeachingRequest(
                try Self.base(inputs: 3), named: "base", examples: RecordingSource(recordings: [recording]))
            request.startsAnew = true
            return try request.run().model.quantized
        }
        #expect(try taught(alone) == taught(whole))
    }

    @Test("refuses a network that reads what no motion sensor measures, by its name")
    func otherChannels() throws {
        var base = try Self.base()
        base.description.inputs[0].name = "flex_0"
        var request = TeachingRequest(
            base, named: "base", examples: RecordingSource(recordings: [Self.strokes(3..<5, each: 3)]))
        request.startsAnew = true
        let error = #expect(throws: RequestError.self) { try request.run() }
        #expect(error?.description.contains("“flex_0”") == true, "\(error?.description ?? "")")
    }

    @Test("keeps made-up daily life out within a budget, tells the budget, and tunes it once more")
    func background() throws {
        var request = try Self.request(Self.strokes(0..<2, each: 3))
        request.mostFalsePerHour = 4
        let taught = try request.run()
        let outcome = try #require(taught.background)
        #expect(outcome.isMadeUp && outcome.hours > 0.5 && outcome.mostPerHour == 4)
        #expect(Double(outcome.taken) <= 4 * outcome.hours)
        var again = TeachingRequest(taught.model, named: "again", examples: RecordingSource())
        (again.forgotten, again.background) = ([], Background(madeUp: false))
        var told: [TeachingRequest.Progress] = []
        _ = try again.run { told.append($0) }
        #expect(told == [.budgetGivenUp])
        let tuned = try StrokeTuningRequest(
            taught.model, named: "taught", recordings: RecordingSource(recordings: [Self.strokes(0..<2, each: 2)])
        ).run()
        #expect(tuned.before.strokes == 4 && tuned.after.strokes == 4 && tuned.isBackgroundMadeUp)
    }
}
