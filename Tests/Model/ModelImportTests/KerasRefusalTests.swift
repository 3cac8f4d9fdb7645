import Files
import Formatting
import Foundation
import ModelImport
import Models
import TestSupport
import Testing

/// What in a Keras file is refused, and that no file makes the importer fall.
@Suite("Keras files that cannot be imported")
struct KerasRefusalTests {
    private typealias Refusal = ImportRefusal<ZipSample>

    private static func fixture(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: Repository.path("Tests/Support/ImportedNetworks/\(name)"))))
    }

    private static func overrides(_ labels: Int = 3) -> ImportOverrides {
        ImportOverrides(
            labels: (0..<labels).map { "c\($0)" }, window: 6, inputs: ["ax", "ay", "az"].map { InputFeature(name: $0) })
    }

    /// A change of the description's words, which must be there.
    static func words(_ old: String, _ new: String) -> @Sendable (inout ZipSample) -> Void {
        { sample in
            let text = String(decoding: sample.entries["config.json"] ?? [], as: UTF8.self)
            #expect(text.contains(old))
            sample.entries["config.json"] = Array(text.replacing(old, with: new, maxReplacements: 1).utf8)
        }
    }

    private static let stacked: [Refusal] = [
        Refusal(
            "another recurrent layer", .unsupported, "another recurrent layer", layer: "lstm",
            change: words(#""class_name": "LSTM""#, #""class_name": "SimpleRNN""#)),
        Refusal(
            "two directions", .unsupported, "bidirectional", layer: "lstm",
            change: words(#""class_name": "LSTM""#, #""class_name": "Bidirectional""#)),
        Refusal(
            "a layer for each sample", .unsupported, "TimeDistributed", layer: "dense_1",
            change: words(
                #""class_name": "Dense", "config": {"name": "dense_1""#,
                #""class_name": "TimeDistributed", "config": {"name": "dense_1""#)),
        Refusal(
            "another activation of the LSTM", .unsupported, "relu and sigmoid", layer: "lstm",
            change: words(#""activation": "tanh""#, #""activation": "relu""#)),
        Refusal(
            "reading backwards", .unsupported, "go_backwards=False", layer: "lstm",
            change: words(#""go_backwards": false"#, #""go_backwards": true"#)),
        Refusal(
            "reading backwards, by a number", .unsupported, "go_backwards=False", layer: "lstm",
            change: words(#""go_backwards": false"#, #""go_backwards": 1"#)),
        Refusal(
            "a state that is carried in one layer alone", .unsupported, "in all of them, or in none", layer: "lstm_1",
            change: words(#""stateful": false"#, #""stateful": true"#)),
        Refusal(
            "a layer of a package of that name", .unsupported, "no layer of Keras itself", layer: "lstm",
            change: words(#""module": "keras.layers", "class_name": "LSTM""#, #""module": "qkeras.layers", "class_name": "LSTM""#)),
        Refusal(
            "a state that is given on", .unsupported, "return_state=False", layer: "lstm",
            change: words(#""return_state": false"#, #""return_state": true"#)),
        Refusal(
            "another activation of a dense layer", .unsupported, "only relu", layer: "activation",
            change: words(#""activation": "relu""#, #""activation": "gelu""#)),
        Refusal(
            "several classes that do not exclude each other", .unsupported, "train it with softmax", layer: "dense_1",
            change: words(#""activation": "softmax""#, #""activation": "sigmoid""#)),
        Refusal(
            "a normalisation along samples", .unsupported, "axis=-1", layer: "batch_normalization",
            change: words(#""axis": -1"#, #""axis": 1"#)),
        Refusal(
            "a layer of somebody's own", .unsupported, "no layer of Keras itself", layer: "lstm",
            change: words(#""module": "keras.layers", "class_name": "LSTM""#, #""module": "mine", "class_name": "LSTM""#)),
        Refusal(
            "a model of somebody's own class", .unsupported, "keras.Sequential",
            change: words(#""class_name": "Sequential""#, #""class_name": "MyModel""#)),
        Refusal(
            "all steps of the last LSTM", .unsupported, "last step",
            change: words(
                #""return_sequences": false"#, #""return_sequences": true"#)),
        Refusal(
            "a layer without weights in the file", .malformed, "no weights “kernel”", layer: "dense_1",
            change: words(
                #""class_name": "Activation", "config": {"name": "activation""#,
                #""class_name": "Dense", "config": {"name": "dense_2""#)),
        Refusal(
            "more features than the weights read", .malformed, "numbers where one for each of 5 features",
            layer: "batch_normalization", change: words("[null, 6, 3]", "[null, 6, 5]")),
        Refusal(
            "features left open", .unsupported, "keras.Input", change: words("[null, 6, 3]", "[null, 6, null]")),
        Refusal("a description that is no JSON", .malformed, "JSON") { $0.entries["config.json"] = Array("{".utf8) },
        Refusal("a description that is nested without end", .malformed, "JSON") {
            $0.entries["config.json"] = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        },
        Refusal("no weights", .malformed, "without a Keras model") { $0.entries["model.weights.h5"] = nil },
        Refusal("weights of another kind of file", .malformed, "no HDF5 file") {
            $0.entries["model.weights.h5"] = Array("weights".utf8)
        },
        Refusal("a file of HDF5 as h5py writes its newest", .unsupported, "another form") {
            $0.entries["model.weights.h5"]?[8] = 3
        },
    ]

    @Test("are refused by the layer, in one sentence", arguments: stacked)
    private func refused(_ refusal: Refusal) throws { try expect(refusal, of: "keras_stacked.keras") }

    @Test("of functional models, too", arguments: functional)
    private func branches(_ refusal: Refusal) throws { try expect(refusal, of: "keras_functional.keras") }

    private func expect(_ refusal: Refusal, of file: String) throws {
        var sample = ZipSample(try Self.fixture(file))
        refusal.change(&sample)
        let error = try #require(throws: ImportError.self) {
            try KerasImporter.model(from: sample.bytes(), file: "a.keras", overrides: Self.overrides())
        }
        refusal.expect(error, file: "a.keras")
    }

    private static let functional: [Refusal] = [
        Refusal(
            "a layer that is called as in training", .unsupported, "training", layer: "gaussian_noise",
            change: words(
                #""name": "gaussian_noise", "inbound_nodes": [{"args""#,
                #""name": "gaussian_noise", "inbound_nodes": [{"kwargs": {"training": true}, "args""#)),
        Refusal(
            "a ReLU with a bound", .unsupported, "the plain one", layer: "re_lu",
            change: words(#""max_value": null"#, #""max_value": 6"#)),
        Refusal(
            "a normalisation that is undone", .unsupported, "invert", layer: "normalization",
            change: words(#""invert": false"#, #""invert": 1"#)),
        Refusal(
            "scales that are none of the features'", .malformed, "0 numbers where one for each of 3", layer: "rescaling",
            change: words(#""scale": [0.5, 1, 2]"#, #""scale": [[0.5], [1], [2]]"#)),
        Refusal(
            "two inputs", .unsupported, "2 inputs",
            change: words(#"["motion", 0, 0], "output"#, #"[["motion", 0, 0], ["other", 0, 0]], "output"#)),
        Refusal(
            "two outputs", .unsupported, "2 outputs",
            change: words(#"["softmax", 0, 0]}"#, #"[["softmax", 0, 0], ["dense", 0, 0]]}"#)),
        Refusal(
            "layers that lead nowhere", .malformed, "do not lead",
            change: words(#"["softmax", 0, 0]}"#, #"["gone", 0, 0]}"#)),
    ]

    @Test("and features before samples, which Flatten can be told")
    func channelsFirst() throws {
        var sample = ZipSample(try Self.fixture("keras_flat.keras"))
        Self.words(#""data_format": "channels_last""#, #""data_format": "channels_first""#)(&sample)
        let error = #expect(throws: ImportError.self) {
            try KerasImporter.model(from: sample.bytes(), file: "a", overrides: Self.overrides())
        }
        #expect(error?.problem.description.contains("channels_last") == true, "\(error?.description ?? "")")
    }

    @Test("and groups of HDF5 that lead to themselves, before they fill the memory")
    func circle() throws {
        var weights = try #require(ZipSample(try Self.fixture("keras_flat.keras")).entries["model.weights.h5"])
        let tree = try #require(weights.indices.first { weights[$0...].starts(with: Array("TREE".utf8)) })
        // Children without end, each of them the node itself.
        (weights[tree + 6], weights[tree + 7]) = (0xFF, 0xFF)
        while weights.count < tree + 24 + 16 * 0x1_0000 { weights += (0..<8).map { UInt8(truncatingIfNeeded: tree >> (8 * $0)) } }
        for place in stride(from: tree + 24, to: weights.count - 8, by: 8) {
            for byte in 0..<8 { weights[place + byte] = UInt8(truncatingIfNeeded: tree >> (8 * byte)) }
        }
        var sample = ZipSample(try Self.fixture("keras_flat.keras"))
        sample.entries["model.weights.h5"] = weights
        let error = #expect(throws: ImportError.self) {
            try KerasImporter.model(from: sample.bytes(), file: "a", overrides: Self.overrides())
        }
        #expect(error?.code == .malformed, "\(error?.description ?? "")")
    }

    @Test("but packed entries are read as stored ones are, and an entry that is larger than it says is refused")
    func packed() throws {
        let sample = ZipSample(try Self.fixture("keras_flat.keras"))
        let config = try #require(sample.entries["config.json"])
        // Behind a header of two bytes, before a sum of four.
        let deflated = Array(Deflate.packed(config).dropFirst(2).dropLast(4))
        let stored = try KerasImporter.model(from: sample.bytes(), file: "a", overrides: Self.overrides())
        let unpacked = try KerasImporter.model(
            from: sample.bytes(packed: ["config.json": deflated]), file: "a", overrides: Self.overrides())
        #expect(unpacked == stored)
        let bomb = Array(Deflate.packed(config + [UInt8](repeating: 32, count: 1 << 24)).dropFirst(2).dropLast(4))
        let error = #expect(throws: ImportError.self) {
            try KerasImporter.model(from: sample.bytes(packed: ["config.json": bomb]), file: "a", overrides: Self.overrides())
        }
        #expect(error?.problem.description.contains("damaged") == true)
    }

    @Test("weights alone, and what is no file of Keras', are refused with the way")
    func others() throws {
        let weights = try #require(ZipSample(try Self.fixture("keras_flat.keras")).entries["model.weights.h5"])
        for (bytes, says) in [(weights, "its weights alone"), (Array("nothing".utf8), "no HDF5 file"), ([], "no HDF5 file")] {
            let error = #expect(throws: ImportError.self) {
                try KerasImporter.model(from: bytes, file: "a.h5", overrides: Self.overrides())
            }
            #expect(error?.problem.description.contains(says) == true, "\(error?.description ?? "")")
        }
    }

    @Test(
        "in hundreds of damaged forms give a network or a sentence",
        arguments: [
            ("keras_binary.h5", 2), ("keras_flat.keras", 3), ("keras_flat.keras/config.json", 3),
            ("keras_flat.keras/model.weights.h5", 3), ("front_dilated.keras/config.json", 3),
            ("front_dilated.keras/model.weights.h5", 3),
        ])
    func damaged(_ name: String, _ labels: Int) throws {
        let parts = name.split(separator: "/").map { String($0) }
        let file = try Self.fixture(parts[0])
        let sample = ZipSample(file)
        var mutants = FileMutants(of: parts.count > 1 ? sample.entries[parts[1]] ?? [] : file)
        var refused = 0
        for _ in 0..<600 {
            var bytes = mutants.next()
            if parts.count > 1 {
                var changed = sample
                changed.entries[parts[1]] = bytes
                bytes = changed.bytes()
            }
            do {
                _ = try KerasImporter.model(from: bytes, file: "a", overrides: Self.overrides(labels))
            } catch {
                refused += 1
                #expect(!error.problem.isEmpty)
            }
        }
        #expect((1..<600).contains(refused))
    }
}
