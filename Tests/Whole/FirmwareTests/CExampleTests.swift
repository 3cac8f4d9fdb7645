import Foundation
import Models
import MotionCore
import Quantization
import Randomness
import TestSupport
import Testing

/// The C examples around an exported network, on this machine and on a Cortex-M4, against the Swift engine.
@Suite("The C examples", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct CExampleTests {
    enum Machine: CaseIterable {
        case host, cortexM4
    }

    private static let sources =
        "firmware-protocol/inference/src/*.c firmware-protocol/c/src/*.c Sources/Core/CMotionCore/kernels/*.c "
        + "Sources/Core/CMotionCore/orientation/*.c Sources/Core/CMotionCore/strokes/*.c"
    private static let includes =
        "-Ifirmware-protocol/inference/include -Ifirmware-protocol/c/include -ISources/Core/CMotionCore/include"

    /// What an example prints for numbers in a file.
    ///
    /// - Parameters:
    ///   - network: the folder that `export` wrote.
    ///   - inputs: of the network, or a sensor's counts.
    private func lines(
        _ example: String = "classify", of network: String, on machine: Machine, inputs: String, folder: URL
    ) throws -> [String] {
        let program = folder.appending(path: example).path
        let flags =
            "-O2 -Wall -Wextra -Werror \(Self.includes) -I'\(network)' firmware-protocol/inference/example/\(example).c "
            + "\(Self.sources) '\(network)/network.c' -o '\(program)'"
        switch machine {
        case .host:
            // As the example's own comment says.
            let compiled = try FirmwareImage.shell("cc -std=c99 \(flags)")
            try #require(compiled == 0)
            return try FirmwareImage.output(of: "'\(program)' '\(inputs)'", in: folder).split(separator: "\n").map(String.init)
        case .cortexM4:
            let compiled = try FirmwareImage.shell(
                "arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -std=c99 --specs=rdimon.specs -nostartfiles "
                    + "-T Tests/Programs/Kernels/cortex/mps2.ld -Wl,-z,noexecstack Tests/Programs/Kernels/cortex/startup.c \(flags)"
            )
            try #require(compiled == 0)
            return try FirmwareImage.output(
                of: "timeout 120 qemu-system-arm -M mps2-an386 -display none -monitor none -serial none "
                    + "-semihosting-config 'enable=on,target=native,arg=\(example),arg=\(inputs)' -kernel '\(program)'",
                in: folder
            ).split(separator: "\n").map(String.init)
        }
    }

    /// A minute's walk of every input, from edge to edge of what 16 bits hold.
    private func inputs(count: Int, channels: Int) -> [Int16] {
        var generator = SeededGenerator(seed: 11)
        var values = [Int](repeating: 0, count: channels)
        return (0..<count * channels).map { index in
            values[index % channels] += Int.random(in: -600...600, using: &generator)
            values[index % channels] = max(-32768, min(32767, values[index % channels]))
            return Int16(values[index % channels])
        }
    }

    private func check(_ image: FirmwareImage, _ machine: Machine) throws {
        let network = URL(filePath: image.path).deletingLastPathComponent().appending(path: "network").path
        try check(image.model, exportedTo: network, machine)
    }

    private func check(_ path: String, exportedTo folder: String, _ machine: Machine) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let model = try Model(readingFileAt: path)
        let network = try #require(model.quantized)
        let about = model.description
        let weights = try NetworkWeights(network, for: about)
        let samples = inputs(count: 1500, channels: network.inputs)
        let file = motionq.path("inputs")
        try samples.withUnsafeBytes { try Data($0).write(to: URL(filePath: file)) }

        let classifier = OwnedWindowStream(weights)
        var expected: [String] = []
        for sample in 0..<1500 {
            let window = samples.withUnsafeBufferPointer { all in
                classifier.push(UnsafeBufferPointer(rebasing: all[sample * network.inputs..<(sample + 1) * network.inputs]).span)
            }
            guard let window else { continue }
            let scores = (0..<weights.shape.labels).map { "\(classifier.probability(of: $0))" }.joined(separator: " ")
            expected.append("\(window.endSample) \(window.slot) \(window.label) \(scores)")
        }
        #expect(expected.count > 200)
        #expect(try lines(of: folder, on: machine, inputs: file, folder: motionq.folder) == expected)
    }

    @Test("prints the engine's bits for the demo's network", arguments: Machine.allCases)
    func demo(_ machine: Machine) throws {
        try check(FirmwareImage.demo(), machine)
    }

    @Test("that begins at a sensor's counts prints the engine's decisions for the demo's network", arguments: Machine.allCases)
    func counts(_ machine: Machine) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (recording, file, folder) = (motionq.path("people.csv"), motionq.path("samples"), motionq.path("network"))
        for words in [
            ["dataset", "synthesize", "--gestures", "2", "--subjects", "1000", "--output", recording],
            ["dataset", "counts", "--data", recording, "--output", file],
            ["export", "--model", Repository.demoModel, "-o", folder],
        ] {
            let result = try motionq.start(words).wait()
            try #require(result.status == 0, "\(result.errors)")
        }
        let expected = try decisions(of: Repository.demoModel, on: Data(contentsOf: URL(filePath: file)))
        #expect(expected.count >= 4)
        #expect(try lines("counts", of: folder, on: machine, inputs: file, folder: motionq.folder) == expected)
    }

    /// A line for each label that the engine in Swift enters or leaves, as the example prints it.
    private func decisions(of path: String, on bytes: Data) throws -> [String] {
        let model = try Model(readingFileAt: path)
        let about = model.description
        let rate = try #require(about.rate)
        var parameters = model.decision ?? DecisionParameters()
        parameters.restLabel = about.restIndex
        let weights = try NetworkWeights(#require(model.quantized), for: about)
        let engine = OwnedRecogniser(weights, features: about.inputs.map(\.source), rate: Float(rate), decision: parameters)
        try engine.bind(SensorDescription(rate: Float(rate), gPerCount: 16.0 / 32768, degreesPerSecondPerCount: 2000.0 / 32768))
        return (0..<bytes.count / 12).compactMap { sample in
            let counts = (0..<6).map { channel in
                let place = bytes.startIndex + sample * 12 + channel * 2
                return Int16(truncatingIfNeeded: Int(bytes[place]) | Int(bytes[place + 1]) << 8)
            }
            let time = UInt64(Double(sample) * 1e6 / rate)
            guard let decision = engine.recogniser.push(counts, at: time)?.decision, let label = decision.active else { return nil }
            let happened = decision.phase == .enter ? "enter" : decision.phase == .exit ? "leave" : nil
            return happened.map { "\(time / 1000) \($0) \(about.labels[label]) \(decision.confidence)" }
        }
    }

    @Test("prints the engine's bits for a network of single samples, without an LSTM", arguments: Machine.allCases)
    func singleSamples(_ machine: Machine) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let source = randomFloatModel(seed: 5, window: 1, hop: 1, convolution: 20, lstm: [], dense: [9, 4], weightScale: 0.2)
        let quantized = try Quantizer.quantize(source.network, ranges: ActivationRanges(boundsOf: source))
        let path = motionq.path("posture.safetensors")
        try Model(source, quantized: quantized, provenance: [:]).write(toFileAt: path)
        let exported = try motionq.run("export", "--model", path, "-o", motionq.path("network"))
        try #require(exported.status == 0, "\(exported.errors)")
        try check(path, exportedTo: motionq.path("network"), machine)
    }

    @Test(
        "prints the engine's bits for the book's network", .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)),
        arguments: Machine.allCases)
    func book(_ machine: Machine) throws {
        try check(GestureFirmware.image(), machine)
    }
}
