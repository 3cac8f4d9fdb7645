import Foundation
import LSTMEngine
import ModelConversion
import ModelFile
import ReferenceModel
import Testing

@Suite("The README's example of a program")
struct ReadmeExampleTests {
    @Test("imports a file, converts it, writes it, and classifies with it")
    func example() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "motionq-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "small.mlmodel").path
        try Data(SmallCoreMLFile().bytes).write(to: URL(filePath: file))

        let source = try Importer.model(fromFileAt: file)
        let conversion = try Conversion(of: source, recordings: [])
        try conversion.model().write(toFileAt: folder.appending(path: "small.safetensors").path)
        let classifier = OwnedWindowStream(conversion.pair.weights)
        let sample = [Int16](repeating: 100, count: conversion.pair.weights.shape.inputs)
        let windows = (0..<3 * source.description.window).compactMap { _ in classifier.push(sample.span) }
        #expect(!windows.isEmpty)
        #expect(try Model(readingFileAt: folder.appending(path: "small.safetensors").path).quantized == conversion.pair.quantized)
    }
}
