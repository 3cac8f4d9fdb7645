import Foundation
import MotionQ15
import TestSupport
import Testing

@Suite("A model through the front door")
struct MotionModelTests {
    @Test("from the bytes of its file is the model of that file")
    func data() throws {
        let bytes = try Data(contentsOf: Repository.demoModelFile)
        let sample = [0.1, 0.2, 1, 0.3, -0.2, 0.1]
        let probabilities = try [MotionModel(data: bytes), MotionModel(contentsOf: Repository.demoModelFile)].map { model in
            let recogniser = try MotionRecogniser(model)
            return (0..<120).flatMap { _ in recogniser.push(sample).map(\.probabilities) }
        }
        #expect(probabilities[0] == probabilities[1])
        #expect(!probabilities[0].isEmpty)
    }

    @Test("in bytes that are cut short is refused as its file would be")
    func cutShort() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let bytes = try Data(contentsOf: Repository.demoModelFile).dropLast(7)
        let file = URL(filePath: motionq.path("short.safetensors"))
        try bytes.write(to: file)
        let ofFile = try #require(#expect(throws: MotionError.self) { try MotionModel(contentsOf: file) })
        let ofBytes = try #require(#expect(throws: MotionError.self) { try MotionModel(data: bytes) })
        #expect(ofBytes.code == .model)
        #expect(ofBytes.description == ofFile.description.replacing(file.path, with: "the model"))
    }

    @Test("in no bytes at all is refused by a sentence")
    func empty() {
        let error = #expect(throws: MotionError.self) { try MotionModel(data: Data()) }
        #expect(error?.description == "the model is too short to be a safetensors file.")
    }

    @Test("at an address that is no file's is refused, with the way to mend it")
    func noFile() throws {
        let address = try #require(URL(string: "https://example.org/gesture.safetensors"))
        let error = #expect(throws: MotionError.self) { try MotionModel(contentsOf: address) }
        #expect(error?.code == .model)
        #expect(error?.description.contains("is no file; fetch it first") == true)
    }
}
