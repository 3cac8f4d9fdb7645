import Foundation
import ModelConversion
import ModelFile
import ReferenceModel
import TestSupport
import Testing
import Transport

/// The emulator counts instructions, and always the same.
@Suite("Instructions of the engine on a Cortex-M4", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct InstructionTests {
    /// What one sample of one window takes: projection and step of an LSTM layer, and all that Swift does around them.
    private func instructions(units: Int) throws -> Double {
        let source = randomFloatModel(seed: 1, window: 201, hop: 201, inputs: 6, lstm: [units], dense: [4])
        let model = Model(
            source, quantized: try Quantizer.quantize(source.network, ranges: ActivationRanges(boundsOf: source)), provenance: [:])
        let path = FirmwareImage.folder.appending(path: "steps-\(units).safetensors").path
        try FileManager.default.createDirectory(at: FirmwareImage.folder, withIntermediateDirectories: true)
        try model.write(toFileAt: path)
        let image = try FirmwareImage("steps-\(units)", model: path, program: "StepCount")
        let board = try Emulator(image, counts: "/dev/null", arguments: ["-icount", "shift=0"])
        let line = try PortDirectory.open(path: board.line)
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 256)
        let deadline = Date().addingTimeInterval(30)
        while !text.hasSuffix("\n"), Date() < deadline {
            let count = try buffer.withUnsafeMutableBytes { try line.read(into: $0, timeoutMilliseconds: 100) }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        let words = text.split(whereSeparator: \.isWhitespace)
        try #require(words.count == 4, "\(text)")
        let samples = try #require(Double(words[1]))
        let ticks = try #require(Double(words[3]))
        return ticks * 40 / samples
    }

    // The counts are exact, and what is lost again is noticed.
    @Test("a step of 6 → 32 takes at most 8,400, of 6 → 64 at most 22,500", arguments: [(32, 8_400.0), (64, 22_500)])
    func step(units: Int, most: Double) throws {
        let count = try instructions(units: units)
        print("\(units) units: \(Int(count.rounded())) instructions a step, with all that the engine does around it")
        #expect(count <= most && count > most / 4)
    }
}
