import Foundation
import Models
import TestSupport
import Testing

@Suite("A model with weights of 8 bits")
struct ByteModelTests {
    private func withModel(_ body: (Model, String) throws -> Void) throws {
        let integers = randomQuantizedNetwork(.init(8, 4, 6, nil, [5, 4], [3], bytes: true), carriesState: false, seed: 4).numbers
        let model = Model(randomFloatModel(seed: 3, lstm: [5, 4]), quantized: integers, provenance: [:])
        try SmallModel.withFolder { folder in
            let path = folder.appending(path: "m.safetensors").path
            try model.write(toFileAt: path)
            try body(model, path)
        }
    }

    @Test("is read as the same model, as a file of version 5 in which they are bytes")
    func roundTrip() throws {
        try withModel { model, path in
            #expect(try Model(readingFileAt: path) == model)
            let file = try SafetensorsFile(readingFileAt: path)
            #expect(file.metadata["version"] == "5")
            #expect(file.tensors["q15.lstm.0.hidden.weight"]?.elementType == .int8)
        }
    }

    @Test("is refused with a byte of -128, and with a shape that is not the matrix's")
    func refused() throws {
        try withModel { _, path in
            var file = try SafetensorsFile(readingFileAt: path)
            let name = "q15.dense.0.weight"
            let sound = try #require(file.tensors[name])
            file.tensors[name] = .init(
                elementType: .int8, shape: sound.shape, bytes: [UInt8](repeating: 0x80, count: sound.bytes.count))
            #expect(throws: ModelFileError.self) { try Model(bytes: file.serialized(file: "m"), file: "m") }
            file.tensors[name] = .init(elementType: .int8, shape: [sound.bytes.count], bytes: sound.bytes)
            #expect(throws: ModelFileError.self) { try Model(bytes: file.serialized(file: "m"), file: "m") }
        }
    }
}
