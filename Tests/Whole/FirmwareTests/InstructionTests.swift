import Foundation
import Models
import Quantization
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
        let words = try answer(of: image)
        try #require(words.count == 4, "\(words)")
        let samples = try #require(Double(words[1]))
        let ticks = try #require(Double(words[3]))
        return ticks * 40 / samples
    }

    /// The line that a program says.
    private func answer(of image: FirmwareImage) throws -> [Substring] {
        let board = try Emulator(image, counts: "/dev/null", arguments: ["-icount", "shift=0"])
        let line = try PortDirectory.open(path: board.line)
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 256)
        let deadline = Date().addingTimeInterval(30)
        while !text.hasSuffix("\n"), Date() < deadline {
            let count = try buffer.withUnsafeMutableBytes { try line.read(into: $0, timeoutMilliseconds: 100) }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return text.split(whereSeparator: \.isWhitespace)
    }

    // The counts are exact, and what is lost again is noticed.
    @Test("a step of 6 → 32 takes at most 8,400, of 6 → 64 at most 22,550", arguments: [(32, 8_400.0), (64, 22_550)])
    func step(units: Int, most: Double) throws {
        let count = try instructions(units: units)
        print("\(units) units: \(Int(count.rounded())) instructions a step, with all that the engine does around it")
        #expect(count <= most && count > most / 4)
    }

    @Test("telling six inputs of what is derived takes at most 3,700, with floating point in hardware")
    func derivation() throws {
        let image = try FirmwareImage(
            "orientation-count", model: OrientationBitTests.Inputs.level.model(), program: "OrientationCount")
        let words = try answer(of: image)
        try #require(words.count == 6 && words[1] == "1000" && words[2] == "filter", "\(words)")
        let filter = try #require(Double(words[3])) * 40 / 1000
        let inputs = try #require(Double(words[5])) * 40 / 1000
        print("orientation: \(Int(filter)) instructions a sample, \(Int(inputs)) with six inputs of it")
        #expect(inputs <= 3_700 && filter > 1_000 && filter < inputs)
    }

    @Test("learning an example of a gesture, of 64 units, takes at most 41,000, and keeping two places 45,000 and the flash's time")
    func learning() throws {
        let world = try TaughtWorld()
        defer { world.remove() }
        let image = try FirmwareImage("learning", model: world.image.model, program: "LearnCount", places: 2)
        let words = try answer(of: image)
        try #require(words.count == 6 && words[1] == "100" && words[4] == "kept", "\(words)")
        let learned = try #require(Double(words[3])) * 40 / 100
        let kept = try #require(Double(words[5])) * 40
        print("learning an example: \(Int(learned)) instructions; keeping two places: \(Int(kept))")
        #expect(learned <= 41_000 && learned > 10_000 && kept <= 45_000)
    }
}
