import MotionQWorkshop
import Testing

@Suite("Training as a request")
struct TrainingRequestTests {
    @Test("writes down what the verb writes for the same recordings and settings, but for who made it")
    func provenance() throws {
        var steps: [String] = []
        let trained = try SmallTraining.request.run { progress in
            switch progress {
            case .parts(let parts): steps.append("parts \(parts.training.windows.count)")
            case .began(let network): steps.append("\(network.policy) \(network.parameterCount)")
            case .compared: steps.append("compared")
            default: break
            }
        }
        #expect(steps == ["parts 239", "reset 196", "carry 196", "compared"])
        let quantized = try trained.quantized()
        let facts = quantized.model.provenance
        #expect(facts["source"] == "MotionQWorkshop" && facts["seed"] == "1" && facts["epochs"] == "1")
        #expect(facts["training"] == "subjects v0,v1,v2; 239 windows; crc32 3aba3c47")
        #expect(facts["validation"] == "subjects v0,v1,v2; 57 windows; crc32 ca7ff423")
        #expect(facts["validated_on"] == "later motion of the same sessions")
        if trained.policy == .reset {
            #expect(
                facts["options"]
                    == "inputs ax,ay,az,gx,gy,gz; lstm [4]; dense []; state reset; epochs 1; patience 15; batch 64; learning rate 0.004; "
                    + "weight decay 0.02; dropout 0.3; balance false; rotation 17.3,17.3,17.3; spin 24.5; scale 0.173; warp 0.1; "
                    + "noise 0.02; mirror none")
        }
        let verdict = try quantized.verdict()
        #expect(verdict.name == "validation" && verdict.windows == 57 && verdict.subjects == ["v0", "v1", "v2"])
    }

    @Test("gives the same model again, byte for byte")
    func repeated() throws {
        #expect(try SmallTraining.model() == SmallTraining.model())
    }

    @Test("learns made-up background as rest, unless it is left out")
    func background() throws {
        var request = SmallTraining.request
        request.background = Background()
        (request.settings.state, request.data.validation) = (.reset, .none)
        var parts: TrainingParts?
        let trained = try request.run { if case .parts(let found) = $0 { parts = found } }
        #expect(parts?.rest == "rest" && parts?.madeUpBackground == DailyLife.activities)
        #expect((parts?.training.backgroundWindows ?? 0) > 0)
        #expect(try trained.quantized().model.provenance["made_up_background"] == DailyLife.activities.joined(separator: ", "))
    }

    @Test("examines everybody who is left out")
    func leftOut() throws {
        var request = SmallTraining.request
        (request.settings.state, request.leavesOneSubjectOut) = (.reset, true)
        var people: [String] = []
        _ = try request.run { if case .leftOut(let subject) = $0 { people.append(subject.name) } }
        #expect(people == ["v0", "v1", "v2"])
    }

    @Test("ends without a network when it is cancelled at once, and with the best one so far afterwards")
    func cancelled() throws {
        #expect(throws: CancellationError.self) { try SmallTraining.request.run(isCancelled: { true }) }
        var request = SmallTraining.request
        (request.settings.state, request.settings.length) = (.reset, .passes(50))
        var passes = 0
        let trained = try request.run({ if case .epoch = $0 { passes += 1 } }, isCancelled: { passes == 2 })
        #expect(passes == 2 && trained.result.end == .interrupted)
    }

    @Test("refuses before it reports anything, in the words of a program, with the settings as values")
    func refused() throws {
        var steps = 0
        func sentence(_ change: (inout TrainingRequest) -> Void) -> Sentence? {
            var request = SmallTraining.request
            change(&request)
            do {
                _ = try request.run { _ in steps += 1 }
                return nil
            } catch {
                return (error as? any ExplainedError)?.sentence
            }
        }
        let noRest = sentence { $0.settings.rest = "nothing" }
        #expect(noRest?.description == "“rest” names “nothing”, but the classes are rest, shake, drive, chop")
        #expect(noRest?.parts.first == .setting(.rest, nil))
        #expect(
            sentence { $0.data.subjects = ["v9"] }?.description == "there is no subject v9 in the recordings; there are v0, v1, v2")
        let twice = sentence { ($0.data.validation, $0.data.testSubjects) = (.subjects(["v1"]), ["v1"]) }
        #expect(twice?.remedy == "choose one of the two")
        let carried = sentence { ($0.settings.state, $0.data.hop) = (.carry, 15) }
        #expect(carried?.description.contains("a hop of 15 does not divide") == true)
        #expect(sentence { $0.settings.inputs = ["ax", "warmth"] }?.description.contains("“warmth”") == true)
        #expect(sentence { ($0.background, $0.data.labels) = (Background(madeUp: true), ["chop", "shake"]) } != nil)
        #expect(steps == 0)
    }

    @Test("knows what will disappoint, and the way out")
    func warnings() throws {
        var request = SmallTraining.request
        (request.data.subjects, request.settings.state) = (["v0"], .reset)
        var warnings: [Sentence] = []
        _ = try request.run { if case .parts(let parts) = $0 { warnings = parts.warnings(of: "training") } }
        let one = warnings.first { $0.description.contains("one subject (v0)") }
        #expect(one?.remedy == "record somebody else, and keep them out with \(.testSubjects)")
    }
}
