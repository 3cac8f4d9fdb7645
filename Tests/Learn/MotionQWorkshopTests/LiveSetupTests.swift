import LiveLoop
import MotionQWorkshop
import MotionRecognition
import TestSupport
import Testing

@Suite("A live run that is opened")
struct LiveSetupTests {
    private static func model() throws -> Model { try Conversion(of: randomFloatModel(seed: 2), recordings: []).model() }

    @Test("has the packed network with its hash, and lights for every label but rest")
    func opened() throws {
        let setup = try LiveSetup(Self.model(), named: "random")
        #expect(setup.model.description.labels == ["rest", "class1", "class2"] && setup.feedback.entries.count == 4)
        #expect(setup.options.feedback.entries.count == 4 && setup.decision == nil)
        #expect(try setup.segmentSettings() == .rest)
    }

    @Test("refuses a model without a Q15 network, and a map that is not there")
    func refused() throws {
        var model = try Self.model()
        #expect(throws: FeedbackMapError.self) { try LiveSetup(model, named: "random", feedbackMap: "/nowhere/map.yml") }
        model.quantized = nil
        let error = #expect(throws: ModelFileError.self) { try LiveSetup(model, named: "random") }
        #expect(error?.file == "random")
    }

    @Test("finds a fault with a shadow that differs, or that compared nothing, and none with an equal one")
    func shadow() {
        var statistics = LiveStatistics()
        #expect(statistics.shadowFault == nil)
        statistics.windows = 3
        #expect(statistics.shadowFault?.description.contains("it sent no predictions") == true)
        statistics.shadow.compared = 3
        #expect(statistics.shadowFault == nil)
        statistics.shadow.differing = 1
        #expect(statistics.shadowFault?.kind == .badData)
    }
}
