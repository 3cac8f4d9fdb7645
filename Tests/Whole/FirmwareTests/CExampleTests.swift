import Foundation
import Models
import MotionCore
import Quantization
import Randomness
import TestSupport
import Testing

/// The C example around an exported network, on this machine and on a Cortex-M4, against the Swift engine.
@Suite("The C example", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct CExampleTests {
    enum Machine: CaseIterable {
        case host, cortexM4
    }

    private static let sources =
        "firmware-protocol/inference/src/*.c firmware-protocol/c/src/*.c firmware-protocol/inference/example/classify.c Sources/Core/CMotionCore/kernels/*.c "
        + "Sources/Core/CMotionCore/orientation/*.c Sources/Core/CMotionCore/strokes/*.c"
    private static let includes =
        "-Ifirmware-protocol/inference/include -Ifirmware-protocol/c/include -ISources/Core/CMotionCore/include"

    /// What the example prints for network inputs in a file.
    ///
    /// - Parameter network: the folder that `export` wrote.
    private func lines(of network: String, on machine: Machine, inputs: String, folder: URL) throws -> [String] {
        let program = folder.appending(path: "classify").path
        let flags =
            "-O2 -Wall -Wextra -Werror \(Self.includes) -I'\(network)' \(Self.sources) '\(network)/network.c' -o '\(program)'"
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
                    + "-semihosting-config 'enable=on,target=native,arg=classify,arg=\(inputs)' -kernel '\(program)'",
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
