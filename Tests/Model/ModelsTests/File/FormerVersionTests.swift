import Foundation
import Models
import Testing

@Suite("A model file of version 1")
struct FormerVersionTests {
    private func file(_ change: (inout SafetensorsFile) -> Void = { _ in }, then check: (String) throws -> Void) throws {
        try SmallModel.withFolder { folder in
            let path = folder.appending(path: "m.safetensors").path
            try SmallModel.both().write(toFileAt: path)
            var file = try SafetensorsFile(readingFileAt: path)
            #expect(file.metadata["version"] == "2")
            file.metadata["version"] = "1"
            change(&file)
            try file.write(toFileAt: path)
            try check(path)
        }
    }

    @Test("runs in the arithmetic of now, if its float network is there to measure it by")
    func withFloat() throws {
        try file { path in
            let model = try Model(readingFileAt: path)
            #expect(try model.quantized == SmallModel.both().quantized)
            // A live loop leaves the float network out.
            #expect(try Model(readingQuantizedNetworkAt: path).quantized == model.quantized)
        }
    }

    @Test("without a float network is refused with what mends it")
    func withoutFloat() throws {
        try file({ file in
            file.tensors = file.tensors.filter { !$0.key.hasPrefix("float.") }
        }) { path in
            let errors = [
                try #require(throws: ModelFileError.self) { _ = try Model(readingFileAt: path) },
                try #require(throws: ModelFileError.self) { _ = try Model(readingQuantizedNetworkAt: path) },
            ]
            for error in errors {
                #expect("\(error)".contains("arithmetic 1"))
                #expect("\(error)".contains("“import a model” (SOURCE, output: \(path)), or “train”"))
            }
        }
    }
}
