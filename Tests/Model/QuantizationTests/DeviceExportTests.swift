import CMotionQClassifier
import Formatting
import Foundation
import Models
import MotionCore
import Quantization
import TestSupport
import Testing

@Suite("A model as constant data")
struct DeviceExportTests {
    private func export(
        _ source: FloatModel, decision: DecisionParameters = DecisionParameters()
    ) throws -> (export: DeviceExport, network: QuantizedNetwork) {
        let network = try Quantizer.quantize(source.network, ranges: ActivationRanges(boundsOf: source))
        let model = Model(source, quantized: network, provenance: [:])
        return (try DeviceExport(model, network: network, named: "test.safetensors", decision: decision), network)
    }

    private func text(_ export: DeviceExport, _ name: String) -> String {
        export.files.first { $0.name == name }?.text ?? ""
    }

    /// The numbers between an array's braces.
    private func numbers(_ array: String, in text: String) -> [Int] {
        guard let start = text.range(of: "\(array)["), let open = text[start.upperBound...].range(of: "{"),
            let close = text[open.upperBound...].range(of: "}")
        else { return [] }
        return text[open.upperBound..<close.lowerBound].split { $0 == "," || $0.isWhitespace }.compactMap { Int($0) }
    }

    @Test(
        "holds every weight, shift and bias of the network, and no other",
        arguments: [(nil, [5, 9]), (12, [5, 9]), (12, [])])
    func complete(convolution: Int?, lstm: [Int]) throws {
        let (export, network) = try export(randomFloatModel(seed: 3, convolution: convolution, lstm: lstm, dense: [7, 4]))
        let text = text(export, "network.c")
        var maps =
            network.lstm.enumerated().map { ("lstm\($0)", $1) } + network.dense.enumerated().map { ("dense\($0)", $1.affine) }
        if let front = network.convolution { maps.append(("convolution", front)) }
        for (name, affine) in maps {
            for (term, matrix) in zip(["input", "recurrent"], affine.terms) {
                let exported = numbers("\(name)_\(term)_weights", in: text)
                #expect(exported.filter { $0 != 0 }.sorted() == matrix.weights.map { Int($0) }.filter { $0 != 0 }.sorted())
                #expect(exported.count % 32 == 0)
                #expect(numbers("\(name)_\(term)_shifts", in: text) == matrix.shifts.map { Int($0) })
            }
            #expect(Array(numbers("\(name)_bias", in: text).prefix(affine.rows)) == affine.bias.map { Int($0) })
            #expect(numbers("\(name)_output_shifts", in: text) == affine.outputShifts.map { Int($0) })
        }
        #expect(text.contains(".convolution = \(convolution == nil ? "0" : "&convolution"),"))
        #expect(text.contains(".lstm = \(lstm.isEmpty ? "0" : "lstm"), .lstm_layers = \(lstm.count),"))
    }

    @Test("of weights in bytes holds each once, in half the memory")
    func bytes() throws {
        let source = randomFloatModel(seed: 3, lstm: [8], dense: [4])
        let ranges = ActivationRanges(boundsOf: source)
        let places: [MatrixPlace] = [
            .init(layer: .lstm(0), term: 0), .init(layer: .lstm(0), term: 1), .init(layer: .dense(0), term: 0),
        ]
        func export(_ bytes: some Sequence<MatrixPlace>) throws -> (DeviceExport, QuantizedNetwork) {
            let network = try Quantizer.quantize(source.network, ranges: ranges, bytes: Set(bytes))
            let model = Model(source, quantized: network, provenance: [:])
            return (try DeviceExport(model, network: network, named: "m", decision: DecisionParameters()), network)
        }
        let (words, _) = try export([])
        let (export, network) = try export(places)
        let text = text(export, "network.c")
        for (name, matrix) in [("lstm0_input", network.lstm[0].terms[0]), ("lstm0_recurrent", network.lstm[0].terms[1])] {
            let exported = numbers("int8_t \(name)_bytes", in: text)
            #expect(exported.filter { $0 != 0 }.sorted() == matrix.weights.map { Int($0) }.filter { $0 != 0 }.sorted())
            #expect(text.contains("mq_matrix \(name) = {.bytes = \(name)_bytes,"))
        }
        #expect(!text.contains("_weights["))
        // 2 blocks × (3 + 4) pairs of the LSTM, a block × 4 pairs of the dense layer, 64 bytes each.
        #expect(words.constantBytes - export.constantBytes == (2 * 7 + 4) * 32)
    }

    @Test("gives equal files for equal models")
    func same() throws {
        let first = try export(randomFloatModel(seed: 3)).export
        let second = try export(randomFloatModel(seed: 3)).export
        #expect(first.files.map(\.text) == second.files.map(\.text))
    }

    @Test("names memory that is enough for the engine in Swift and for the one in C")
    func memory() throws {
        for (lstm, dense) in [([5], [3]), ([24], [4]), ([32, 32], [24, 6]), ([200], [128, 4]), ([], [128, 4])] {
            let (export, network) = try export(
                randomFloatModel(
                    seed: 3, window: 40, hop: 5, convolution: lstm.isEmpty ? 20 : nil, lstm: lstm, dense: dense, weightScale: 0.1))
            let weights = try NetworkWeights(network, schedule: WindowSchedule(length: 40, hop: 5), statePolicy: .reset)
            #expect(export.workingBytes == weights.workingBytes)
            #expect(export.workingBytes >= mq_classifier_memory(weights.layers))
            #expect(export.classifierBytes == mq_recogniser_memory(weights.layers))
            #expect(text(export, "network.h").contains("#define MOTIONQ_CLASSIFIER_MEMORY \(export.classifierBytes)\n"))
            #expect(export.decisionBytes >= EventStream.bytes(labels: dense[dense.count - 1], parameters: DecisionParameters()))
            #expect(text(export, "network.h").contains("#define MOTIONQ_NETWORK_MEMORY \(export.workingBytes)\n"))
        }
    }

    @Test("carries the decision options, and the model's rest label")
    func decision() throws {
        var parameters = DecisionParameters()
        parameters.threshold = 12345
        parameters.smoothing = 7
        parameters.refractory = 250_000
        let (export, _) = try export(randomFloatModel(seed: 3), decision: parameters)
        for line in ["THRESHOLD 12345", "SMOOTHING 7", "ENTER_RATIO 4915", "EXIT_RATIO 5734", "REFRACTORY 250000"] {
            #expect(text(export, "network.h").contains("#define MOTIONQ_DECISION_\(line)\n"))
        }
        #expect(text(export, "network.h").contains("#define MOTIONQ_NETWORK_REST 0\n"))
        #expect(text(export, "Network.swift").contains("parameters.threshold = 12345\n"))
    }

    @Test("initialises the parameters in C with the numbers of the macros, in their order")
    func initialiser() throws {
        var parameters = DecisionParameters()
        parameters.smoothing = 7
        parameters.evidence = 3072
        parameters.evidenceShares = EvidenceShares(bits: 0x1B)
        let header = text(try export(randomFloatModel(seed: 3), decision: parameters).export, "network.h")
        let names = [
            "THRESHOLD", "SMOOTHING", "ENTER_RATIO", "EXIT_RATIO", "REFRACTORY", "EVIDENCE", "EVIDENCE_LEAK", "EVIDENCE_LIMIT",
            "EVIDENCE_SHARES",
        ]
        var numbers = names.map { name in
            header.split(separator: "\n").first { $0.hasPrefix("#define MOTIONQ_DECISION_\(name) ") }?.split(separator: " ").last
                ?? ""
        }
        numbers.insert("0", at: 1)
        #expect(header.contains("#define MOTIONQ_DECISION_INIT {\(numbers.joined(separator: ", "))}\n"))
    }

    @Test("names the hash of its image, whatever is decided, and holds the image as a file")
    func image() throws {
        var parameters = DecisionParameters()
        let first = try export(randomFloatModel(seed: 3), decision: parameters).export
        parameters.smoothing = 9
        let second = try export(randomFloatModel(seed: 3), decision: parameters).export
        #expect(first.networkHash == second.networkHash && first.imageHash != second.imageHash)
        #expect(try export(randomFloatModel(seed: 4)).export.networkHash != first.networkHash)
        let digits = String(first.networkHash, radix: 16)
        #expect(text(first, "network.h").contains("#define MOTIONQ_NETWORK_HASH 0x"))
        #expect(text(first, "network.h").contains("\(digits)ULL\n"))
        #expect(text(first, "Network.swift").contains("static var hash: UInt64 { MOTIONQ_NETWORK_HASH }\n"))
        #expect(first.contents.map(\.name) == DeviceExport.fileNames)
        #expect(first.contents.last?.bytes == first.image && first.image.prefix(4) == Array("MQN1".utf8)[...])
        try first.requireInstallable()
    }

    @Test("of more layers than a device can be given is written, and refused by name for that")
    func tooManyLayers() throws {
        let export = try export(randomFloatModel(seed: 3, lstm: [3, 3, 3, 3, 3], dense: [3])).export
        #expect(export.contents.count == 5)
        let error = #expect(throws: ExportError.self) { try export.requireInstallable() }
        #expect(error?.description.contains("5 LSTM") == true)
    }

    @Test("writes any label so that both languages read it as it is")
    func labels() throws {
        var source = randomFloatModel(seed: 3, dense: [4])
        source.description.labels = ["rest", "say \"hi\"\\n", "what??/", "größer 🙂"]
        let (export, _) = try export(source)
        let inC = #"""
            const char *const motionq_network_labels[] = {
                "rest",
                "say \042hi\042\134n",
                "what\077\077/",
                "gr\303\266\303\237er \360\237\231\202",
            };
            """#
        #expect(text(export, "network.c").contains(inC))
        #expect(
            text(export, "Network.swift").contains(
                #"["rest", "say \u{22}hi\u{22}\u{5c}n", "what\u{3f}\u{3f}/", "gr\u{f6}\u{df}er \u{1f642}"]"#))
    }

    @Test("names no comment that a model's file name could end or continue")
    func fileName() throws {
        let source = randomFloatModel(seed: 3)
        let network = try Quantizer.quantize(source.network, ranges: ActivationRanges(boundsOf: source))
        let model = Model(source, quantized: network, provenance: [:])
        let export = try DeviceExport(model, network: network, named: "a\n#pragma\\", decision: DecisionParameters())
        for file in export.files {
            #expect(!file.text.split(separator: "\n").contains { $0.hasPrefix("#pragma") || $0.hasSuffix("\\") })
        }
    }

    @Test("is refused for a name that no device's channel can have, and for a channel beside what is derived")
    func refused() throws {
        var long = randomFloatModel(seed: 3, inputs: 7)
        long.description.inputs[6].name = String(repeating: "x", count: 33)
        #expect(throws: ExportError.self) { try export(long) }
        var source = randomFloatModel(seed: 3, inputs: 6)
        source.description.inputs[0].name = "level_ax"
        source.description.inputs[1].name = "level_up"
        let error = #expect(throws: ExportError.self) { try export(source) }
        #expect(error?.description.contains("“level_up”") == true)
    }

    @Test("says which inputs are derived, in the image as well, and of no other network anything of the kind")
    func derived() throws {
        var source = randomFloatModel(seed: 3, inputs: 6)
        for (index, name) in ["gx", "ay", "roll", "gravity_z", "user_x", "level_gz"].enumerated() {
            source.description.inputs[index].name = name
        }
        let export = try export(source).export
        let kinds = [0x20, 0x11, 0x80, 0x85, 0x86, 0x8E]
        for kind in kinds { #expect(text(export, "network.c").contains("{.kind = \(kind),")) }
        #expect(text(export, "network.h").contains("#define MOTIONQ_NETWORK_DERIVES 1\n"))
        let offset = try #require(
            export.image.indices.first { start in
                kinds.indices.allSatisfy {
                    let place = start + 12 * $0
                    return place < export.image.count && export.image[place] == kinds[$0]
                }
            })
        #expect(offset % 4 == 0)
        #expect(export.orientationBytes > 700)
        #expect(!text(try self.export(randomFloatModel(seed: 3)).export, "network.h").contains("DERIVES"))
    }
}
