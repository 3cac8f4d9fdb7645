import Foundation
import Models
import MotionCore
import Testing

@Suite("A model that was written")
struct ModelRoundTripTests {
    private func reread(_ model: Model) throws -> Model {
        var found: Model?
        try SmallModel.withFolder { folder in
            let path = folder.appending(path: "m.safetensors").path
            try model.write(toFileAt: path)
            found = try Model(readingFileAt: path)
        }
        return try #require(found)
    }

    @Test("with both networks is read as the same model", arguments: [nil, 6], StatePolicy.allCases)
    func both(_ convolution: Int?, _ policy: StatePolicy) throws {
        let model = try SmallModel.both(convolution: convolution, policy: policy)
        #expect(try reread(model) == model)
    }

    @Test("is read from its bytes in memory as from its file")
    func inMemory() throws {
        let model = try SmallModel.both()
        try SmallModel.withFolder { folder in
            let file = folder.appending(path: "m.safetensors")
            try model.write(toFileAt: file.path)
            #expect(try Model(bytes: Array(Data(contentsOf: file)), file: "memory") == model)
        }
    }

    @Test("with the float network alone is read as the same model", arguments: [nil, 6])
    func floatOnly(_ convolution: Int?) throws {
        let model = Model(SmallModel.float(convolution: convolution), quantized: nil, provenance: [:])
        #expect(try reread(model) == model)
    }

    @Test("with the Q15 network alone is read as the same model", arguments: [nil, 6])
    func quantizedOnly(_ convolution: Int?) throws {
        var model = try SmallModel.both(convolution: convolution)
        model.float = nil
        #expect(try reread(model) == model)
    }

    @Test("with what tells the unknown is read as the same model, and as one without it if the metadata and tensors are gone")
    func detector() throws {
        let plain = try SmallModel.both()
        let model = try SmallModel.detecting()
        #expect(model != plain)
        #expect(try reread(model) == model)
        #expect(try reread(plain) == plain)
    }

    @Test("with the examples that it was taught by is read as the same model, and refused if they do not fit it")
    func exemplars() throws {
        var model = try SmallModel.both()
        let spread = (0..<25).map { Float($0 % 6 == 0 ? 0.2 : 0) }
        model.exemplars = Exemplars(
            units: 5, within: spread, between: spread, sharpness: 1.5, labels: [2, 0],
            states: [1, -2, 3, -32_768, 32_767, 6, 7, 8, 9, 10])
        #expect(try reread(model) == model)
        let fitting = model
        model.exemplars?.labels = [2, 3]
        #expect(throws: ModelFileError.self) { try reread(model) }
        model = fitting
        model.exemplars?.sharpness = .nan
        #expect(throws: ModelFileError.self) { try reread(model) }
        #expect(throws: ModelFileError.self) {
            try SmallModel.reread(fitting) { $0.tensors["exemplars.states"] = .init(integers: [1, 2] as [Int16], shape: [2, 1]) }
        }
    }

    @Test("with a metric by which integers set its last layer is read as the same model, and refused if that is not one")
    func metric() throws {
        var model = try SmallModel.both()
        let spread = (0..<25).map { Float($0 % 6 == 0 ? 0.2 : 0) }
        var matrix = (0..<25).map { Int16($0 % 6 == 0 ? 900 : 3) }
        func metric(rowShift: Int = 20, outputShift: Int = 11) -> HeadMetric {
            HeadMetric(centre: [1, -2, 3, -4, 5], matrix: matrix, rowShift: rowShift, outputShift: outputShift)
        }
        model.exemplars = Exemplars(
            units: 5, within: spread, between: spread, metric: metric(), labels: [2], states: [1, 2, 3, 4, 5])
        #expect(try reread(model) == model)
        for (row, output) in [(0, 11), (47, 11), (20, 15)] {
            model.exemplars?.metric = metric(rowShift: row, outputShift: output)
            #expect(throws: ModelFileError.self) { try reread(model) }
        }
        matrix[1] = 4
        model.exemplars?.metric = metric()
        #expect(throws: ModelFileError.self) { try reread(model) }
    }

    @Test("for whole strokes is read as such, and refused if their form is not known")
    func strokes() throws {
        var model = try SmallModel.both()
        model.description.strokes = .centre
        #expect(try reread(model) == model)
        model.description.cut = StrokeCut(start: 9, stop: 8, lag: 2, smoothing: 1, before: 7, pause: 6, least: 5, most: 50)
        #expect(try reread(model) == model)
        try SmallModel.withFolder { folder in
            let path = folder.appending(path: "m.safetensors").path
            try model.write(toFileAt: path)
            let bytes = try Data(contentsOf: URL(filePath: path))
            let unknown = try #require(bytes.range(of: Data(#""strokes":"centre""#.utf8)))
            var changed = bytes
            changed.replaceSubrange(unknown, with: Data(#""strokes":"entire""#.utf8))
            try changed.write(to: URL(filePath: path))
            #expect(throws: ModelFileError.self) { try Model(readingFileAt: path) }
        }
    }

    @Test("for whole strokes is no network for a stream if it does not say how they are cut out of one")
    func streamed() throws {
        var model = try SmallModel.both()
        #expect(try model.requireStreamed(in: "m") == model.quantized)
        model.description.strokes = .stretch
        #expect(throws: ModelFileError.self) { try model.requireStreamed(in: "m") }
    }

    @Test("without rate and rest label is read without them")
    func absentOptions() throws {
        var float = SmallModel.float()
        float.description.rate = nil
        float.description.restLabel = nil
        let description = try reread(Model(float, quantized: nil, provenance: [:])).description
        #expect(description.rate == nil && description.restLabel == nil)
    }

    @Test("keeps its provenance, whatever characters it has")
    func provenance() throws {
        let provenance = ["": "empty key", "a.b": "", "quote": "\"\\/\u{0}\u{1F}\n", "ünï": "→ 🤖"]
        let model = Model(SmallModel.float(), quantized: nil, provenance: provenance)
        #expect(try reread(model).provenance == provenance)
    }

    @Test("keeps labels with any characters")
    func labels() throws {
        var float = SmallModel.float()
        float.description.labels = ["a,b", "\"", "größer / ☂"]
        float.description.restLabel = "\""
        let found = try reread(Model(float, quantized: nil, provenance: [:])).description
        #expect(found == float.description)
    }

    @Test("keeps floats to the last bit, the smallest and largest among them")
    func extremeFloats() throws {
        var float = SmallModel.float()
        float.network.dense[0].bias = [.leastNonzeroMagnitude, -.greatestFiniteMagnitude, 0.1, -0.0]
        float.description.inputs[0].offset = 0.1
        float.description.inputs[0].scale = 1e-30
        let found = try reread(Model(float, quantized: nil, provenance: [:]))
        #expect(found.float?.dense[0].bias.map(\.bitPattern) == float.network.dense[0].bias.map(\.bitPattern))
        #expect(found.description.inputs == float.description.inputs)
    }

    @Test("twice has the same bytes")
    func sameBytes() throws {
        try SmallModel.withFolder { folder in
            let model = try SmallModel.both(convolution: 6)
            let files = ["a", "b"].map { folder.appending(path: $0) }
            for file in files { try model.write(toFileAt: file.path) }
            #expect(try Data(contentsOf: files[0]) == Data(contentsOf: files[1]))
        }
    }

    @Test("and read is written with the same bytes again")
    func sameBytesAgain() throws {
        try SmallModel.withFolder { folder in
            let (first, second) = (folder.appending(path: "a"), folder.appending(path: "b"))
            try SmallModel.both(convolution: 6).write(toFileAt: first.path)
            try Model(readingFileAt: first.path).write(toFileAt: second.path)
            #expect(try Data(contentsOf: first) == Data(contentsOf: second))
        }
    }

    @Test("is printed in a line, whatever its weights")
    func printed() throws {
        let model = try SmallModel.both()
        let text = "\(model)"
        #expect(
            text.hasPrefix("\(model.description); 2 inputs → LSTM 3 → LSTM 5 → dense 4 → dense 3, ")
                && text.hasSuffix("float, the same in Q15"), "\(text)")
        let float = try #require(model.floatModel)
        #expect("\(float)" == "\(float.network): \(model.description)")
        #expect("\(model.description)".contains("samples every \(model.description.hop)"))
    }
}
