import Foundation
import Models
import MotionCore
import Randomness
import Testing

@Suite("A model that reads shares of its wearer's ranges")
struct WearerModelTests {
    private func model() throws -> Model {
        var model = try SmallModel.both()
        model.description.inputs[0] = InputFeature(name: "ax", offset: 0.1, scale: 2)
        model.description.inputs[1] = InputFeature(
            name: "flex", offset: 0.5, scale: 4, usual: ChannelRange(low: 200, high: 700))
        return model
    }

    @Test("is read as it was written, in a version that older programs refuse")
    func roundTrip() throws {
        try SmallModel.withFolder { folder in
            let path = folder.appending(path: "m.safetensors").path
            try model().write(toFileAt: path)
            #expect(try Model(readingFileAt: path).description == model().description)
            #expect(try SafetensorsFile(readingFileAt: path).metadata["version"] == "3")
        }
    }

    @Test("for one wearer reads units, and says of them what it said of shares")
    func worn() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<1000 {
            let low = random.uniform(-1000...1000)
            let range = ChannelRange(low: low, high: low + random.uniform(0.01...1000))
            let share = InputFeature(
                name: "flex", offset: Float(random.uniform(-1...2)), scale: Float(random.uniform(0.5...9)),
                usual: ChannelRange(low: 0, high: 1))
            let value = random.uniform(range.low...range.high)
            let own = share.worn(in: range)
            #expect(own.usual == nil)
            let tolerance = 1e-6 * (abs(range.low) + range.span) / range.span * Double(share.scale) + 1e-6
            #expect(abs(own.normalised(value) - share.normalised(range.normalised(value))) < tolerance)
        }
    }

    @Test("and worn is an ordinary model, of the version that others have; motion is as it was")
    func ordinary() throws {
        let worn = try model().worn(in: ["flex": ChannelRange(low: 300, high: 500)])
        #expect(worn.description.inputs[0] == InputFeature(name: "ax", offset: 0.1, scale: 2))
        #expect(worn.description.inputs[1] == InputFeature(name: "flex", offset: 400, scale: 0.02))
        try SmallModel.withFolder { folder in
            let path = folder.appending(path: "m.safetensors").path
            try worn.write(toFileAt: path)
            #expect(try SafetensorsFile(readingFileAt: path).metadata["version"] == "2")
        }
    }

    @Test("whose usual range is none, or of motion, is refused", arguments: [("flex", 5.0, 5.0), ("flex", 0, -1), ("ay", 0, 1)])
    func faults(_ name: String, _ low: Double, _ high: Double) throws {
        var model = try model()
        model.description.inputs[1] = InputFeature(name: name, usual: ChannelRange(low: low, high: high))
        try SmallModel.withFolder { folder in
            let path = folder.appending(path: "m.safetensors").path
            let error = #expect(throws: ModelFileError.self) { try model.write(toFileAt: path) }
            #expect(error?.description.contains("usual range") == true)
        }
    }
}
