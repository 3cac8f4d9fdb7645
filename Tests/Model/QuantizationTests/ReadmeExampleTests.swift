import Foundation
import ModelImport
import MotionQWorkshop
import TestSupport
import Testing

@Suite("The README's example of a program")
struct ReadmeExampleTests {
    @Test("imports a file, converts it, writes it, and classifies with it")
    func example() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "motionq-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let coreMLFile = folder.appending(path: "small.mlmodel").path
        try Data(SmallCoreMLFile().bytes).write(to: URL(filePath: coreMLFile))
        let modelFile = folder.appending(path: "small.safetensors").path
        let recordings: [Recording] = []
        let samples = [[Int16]](repeating: [100, 100], count: 9)

        let source = try Importer.model(fromFileAt: coreMLFile)
        // Calibrated, quantized, compared.
        let conversion = try Conversion(of: source, recordings: recordings)
        try conversion.model().write(toFileAt: modelFile)

        let classifier = OwnedWindowStream(conversion.pair.weights)
        // Int16 inputs in the network's Q-format.
        for sample in samples {
            if let window = classifier.push(sample.span) { print(window.endSample, window.label, window.probability) }
        }
        #expect(classifier.weights.shape.inputs == 2)
        #expect(try Model(readingFileAt: modelFile).quantized == conversion.pair.quantized)
    }
}
