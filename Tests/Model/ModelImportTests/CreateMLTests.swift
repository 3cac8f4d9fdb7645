import Formatting
import Foundation
import ModelImport
import Models
import MotionCore
import Randomness
import TestSupport
import Testing

@Suite("A classifier as Create ML and Turi Create 6 write it")
struct CreateMLTests {
    typealias Small = SmallCoreMLFile
    typealias Refusal = ImportRefusal<SmallCoreMLFile>

    private func model(_ file: Small, _ overrides: ImportOverrides = ImportOverrides()) throws -> FloatModel {
        try CoreMLImporter.model(from: file.bytes, file: "small.mlmodel", overrides: overrides)
    }

    @Test("is the network that it is in the older form, and carries its state")
    func older() throws {
        let (joined, whole) = (try model(.ofCreateML), try model(Small()))
        #expect(joined.network == whole.network)
        #expect(joined.description == whole.description && joined.description.statePolicy == .carry)
    }

    @Test("is the same in any order of layers in which each comes after what it reads")
    func order() throws {
        let expected = try model(.ofCreateML)
        var random = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            var file = Small.ofCreateML
            var (left, known) = (file.layers, Set((file.inputs ?? []).map(\.name)))
            file.layers = []
            while !left.isEmpty {
                let ready = left.indices.filter { known.isSuperset(of: left[$0].input) }
                let next = left.remove(at: try #require(ready.randomElement(using: &random)))
                known.formUnion(next.output)
                file.layers.append(next)
            }
            let found = try model(file)
            #expect(found.network == expected.network && found.description == expected.description)
        }
    }

    @Test("is the same where each input is given its shape before it is joined")
    func shapedFirst() throws {
        var file = Small.ofCreateML
        for (place, name) in ["gyro_x", "Accelerometer Z"].enumerated() {
            file.layers.insert(("shape of \(name)", [name], ["shaped\(place)"], Small.reshape([1, 1, 1, 3])), at: 0)
        }
        file.layers[2].input = ["shaped0", "shaped1"]
        file.layers.remove(at: 3)
        file.layers[3].input = ["joined"]
        #expect(try model(file).network == (try model(.ofCreateML)).network)
        file.layers[0].body = Small.reshape([1, 1, 1, 4])
        #expect(throws: ImportError.self) { try model(file) }
    }

    @Test("takes its state in one input or two, cut or split, optional or not", arguments: ["two", "split", "needed"])
    func states(_ form: String) throws {
        var file = Small.ofCreateML
        switch form {
        case "two":
            file.layers.removeAll { ["hiddenIn", "cellIn"].contains($0.name) }
            file.inputs?[2] = ("hiddenIn", [2], true)
            file.inputs?.append(("cellIn", [2], false))
        case "split":
            file.layers.removeAll { ["hiddenIn", "cellIn"].contains($0.name) }
            file.layers.insert(("cut", ["stateIn"], ["hiddenIn", "cellIn"], { $0.message(330) { $0.number(1, 2) } }), at: 0)
        default: file.inputs?[2].isOptional = false
        }
        let (found, expected) = (try model(file), try model(.ofCreateML))
        #expect(found.network == expected.network && found.description == expected.description)
    }

    @Test(
        "has each weight at its feature and sample, also where samples are the channels of its convolution",
        arguments: [([0, 3, 2, 1], [1, 2]), ([0, 3, 1, 2], [2, 1])] as [([UInt8], [UInt8])])
    func turned(_ axes: [UInt8], _ kernel: [UInt8]) throws {
        var file = Small.ofCreateML
        let weights = Small.weights(1, 12)
        // [output][sample][feature] in place of [output][feature][sample].
        let turned = (0..<12).map { (place: Int) -> Float in
            let (sample, feature) = (place % 6 / 2, place % 2)
            return weights[place / 6 * 6 + feature * 3 + sample]
        }
        file.layers.insert(("turn", ["a"], ["turned"], { $0.message(310) { $0.bytes(1, axes) } }), at: 2)
        file.layers[3].input = ["turned"]
        file.replace("conv") {
            $0.message(100) {
                $0.number(1, 2)
                $0.number(2, 3)
                $0.bytes(20, kernel)
                $0.bytes(30, kernel)
                $0.number(70, 1)
                $0.weights(90, turned)
                $0.weights(91, Small.weights(2, 2))
            }
        }
        let found = try model(file)
        #expect(found.network == (try model(.ofCreateML)).network && found.description.schedule.length == 3)
    }

    @Test(
        "knows features by the words that are usual",
        arguments: [
            ("Accelerometer X", "ax", 1), ("acc_y", "ay", 1), ("acceleration_z", "az", 1), ("Gyroscope Y", "gy", 1),
            ("rotation_x", "gx", 1), ("rotationRate.z", "gz", 1), ("userAcceleration.x", "user_x", 1),
            ("motionUserAccelerationY(G)", "user_y", 1), ("gravity.z", "gravity_z", 1), ("motionGravityX(G)", "gravity_x", 1),
            ("accelerometer_x (m/s^2)", "ax", 9.80665), ("gyro_x [deg/s]", "gx", 180 / Float.pi), ("acc_x_mg", "ax", 1000),
            ("magneticField.x", "mx", 1), ("accelX", "ax", 1), ("user_x (m/s^2)", "user_x", 9.80665), ("mag_y (uT)", "my", 1),
        ])
    func names(_ written: String, _ name: String, _ scale: Float) throws {
        var file = Small()
        file.metadata["features"] = "\(written),\(name == "gy" ? "acc_x" : "gyro_y")"
        let input = try #require(try model(file).description.inputs.first)
        #expect(input.name == name && abs(input.scale / scale - 1) < 1e-6 && input.offset == 0)
    }

    @Test(
        "knows none in another unit, or by words that could mean another quantity",
        arguments: [
            "acc_x [cm/s2]", "acc_x (lsb)", "acc_x_raw", "gyro_x_deg", "gyro_x (g)", "gyro_x (deg)", "mag_x (gauss)", "x",
            "value_x",
            "accelerationIncludingGravity.x", "acceleration_without_gravity_x", "gyro.pitch", "rotationRate.roll", "pitch_grad",
            "user_id", "altitude", "", String(repeating: "a ", count: 5_000) + "x",
        ])
    func strangeNames(_ written: String) throws {
        var file = Small()
        file.metadata["features"] = "\(written),gyro_y"
        let error = #expect(throws: ImportError.self) { try model(file, ImportOverrides(learnedFromApple: true)) }
        #expect(error?.problem.description.contains("which no motion sensor measures") == true, "\(String(describing: error))")
    }

    @Test("that learned from Apple's motion data has the angles about x and y that are called roll and pitch here")
    func angles() throws {
        var file = Small()
        file.metadata["features"] = "attitude.pitch,attitude.roll"
        let inputs = try model(file, ImportOverrides(learnedFromApple: true)).description.inputs
        #expect(inputs.map(\.name) == ["roll", "pitch"] && inputs.allSatisfy { $0.scale == 1 })
        file.metadata["features"] = "motionYaw(deg),attitude.roll"
        #expect(abs(try model(file, ImportOverrides(learnedFromApple: true)).description.inputs[0].scale - 57.29578) < 1e-4)
    }

    @Test("says its rate in its metadata, by several names, unless the caller knows better")
    func rate() throws {
        for (key, value) in [("Sample Rate", "75.0"), ("sample_rate", " 75"), ("samplingFrequency", "75")] {
            var file = Small.ofCreateML
            file.metadata[key] = value
            #expect(try model(file).description.rate == 75)
            #expect(try model(file, ImportOverrides(rate: 25)).description.rate == 25)
        }
        for value in ["often", "0", "-3", "nan", "1e9"] {
            var file = Small.ofCreateML
            file.metadata["Sample Rate"] = value
            #expect(try model(file).description.rate == nil)
        }
    }

    @Test("a class without a name gets one, and whole numbers are names")
    func labels() throws {
        var file = Small.ofCreateML
        file.labels = ["", "wave"]
        #expect(try model(file).description.labels == ["unlabelled", "wave"])
        #expect(try model(file, ImportOverrides(labels: ["rest", "wave"])).description.restLabel == "rest")
        file.integerLabels = [0, 7]
        #expect(try model(file).description.labels == ["0", "7"])
    }

    @Test("has a hop that divides its window, since one window goes on with the state of another")
    func hop() throws {
        #expect(try model(.ofCreateML).description.schedule.hop == 1)
        #expect(try model(.ofCreateML, ImportOverrides(hop: 3)).description.schedule.hop == 3)
        let error = #expect(throws: ImportError.self) { try model(.ofCreateML, ImportOverrides(hop: 2)) }
        #expect(error?.problem.description.contains("give 1, 3 with “hop”") == true, "\(String(describing: error))")
        #expect(try model(.ofCreateML, ImportOverrides(hop: 2, statePolicy: .reset)).description.schedule.hop == 2)
        // Of windows without a fixed length, the divisor that is nearest to a quarter.
        for (window, hop) in [(10, 2), (50, 10), (97, 97), (100, 25), (106, 53), (1, 1)] {
            let overrides = ImportOverrides(window: window, statePolicy: .carry)
            #expect(try model(.withoutConvolution, overrides).description.schedule.hop == hop, "\(window)")
        }
    }

    static let refusals: [Refusal] = [
        Refusal("inputs of two lengths", .unsupported, "different lengths") { $0.inputs?[1].shape = [4] },
        Refusal("an input that is joined twice", .unsupported, "the same input twice", layer: "join") {
            $0.layers[0].input = ["gyro_x", "gyro_x"]
        },
        Refusal("what is joined inside the network", .unsupported, "only inputs may be joined", layer: "join") {
            $0.layers[0].input = ["gyro_x", "nowhere"]
        },
        Refusal("a reshape to another size", .malformed, "has another size", layer: "shape") {
            $0.replace("shape", Small.reshape([1, 2, 1, 4]))
        },
        Refusal("a reshape to nothing", .malformed, "has another size", layer: "shape") {
            $0.replace("shape", Small.reshape([1, 0, 1, 3]))
        },
        Refusal("a reshape with the channels last", .unsupported, "channels last", layer: "shape") {
            $0.replace("shape", Small.reshape([1, 2, 1, 3], order: 1))
        },
        Refusal("states that overlap", .malformed, "“stateIn” as two states") { $0.replace("cellIn", Small.slice(1, 3)) },
        Refusal("a state that is too short", .malformed, "takes 1 numbers of state out of “stateIn”", layer: "lstm") {
            $0.replace("hiddenIn", Small.slice(0, 1))
        },
        Refusal("a state beyond the end", .unsupported, "nor cut out of one by a plain slice", layer: "lstm") {
            $0.replace("cellIn", Small.slice(2, 5))
        },
        Refusal("inputs joined along the sequence", .unsupported, "along the sequence", layer: "join") {
            $0.replace("join") { $0.message(320) { $0.number(100, 1) } }
        },
        Refusal("a thousand layers", .malformed, "has 1013 layers") {
            $0.layers += (0..<1_000).map { ("more\($0)", ["probability"], ["x\($0)"], Small.rectifier) }
        },
        Refusal("a state cut along another axis", .unsupported, "nor cut out of one by a plain slice", layer: "lstm") {
            $0.replace("hiddenIn", Small.slice(0, 2, axis: 1))
        },
        Refusal("a feature that is no motion", .missing, "“altitude”") {
            $0.inputs?[0].name = "altitude"
            $0.layers[0].input[0] = "altitude"
        },
        Refusal("one quantity twice", .override, "with the same name") {
            $0.inputs?[0].name = "acc_z"
            $0.layers[0].input[0] = "acc_z"
        },
    ]

    @Test("that cannot be imported is refused by the name of its fault", arguments: refusals)
    func refused(_ refusal: Refusal) throws {
        var file = Small.ofCreateML
        refusal.change(&file)
        let error = try #require(throws: ImportError.self) { try model(file) }
        refusal.expect(error, file: "small.mlmodel")
    }

    @Test("with flipped bytes or bits gives a network or a clear error, never a crash")
    func flipped() {
        let intact = Small.ofCreateML.bytes
        var random = SeededGenerator(seed: 17)
        for _ in 0..<6_000 {
            var bytes = intact
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do {
                _ = try CoreMLImporter.model(from: bytes, file: "small.mlmodel")
            } catch {
                #expect(!error.problem.isEmpty)
            }
        }
    }

    @Test("in a package of Xcode's is read like the file, and a folder without a model is refused")
    func package() throws {
        try withTemporaryFolder { folder in
            let package = folder + "/Gestures.mlpackage"
            #expect(throws: ImportError.self) { try Importer.model(fromFileAt: package) }
            let inner = URL(filePath: package).appending(path: "Data/com.apple.CoreML")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            let error = #expect(throws: ImportError.self) { try Importer.model(fromFileAt: package) }
            #expect(error?.problem.description.contains("no .mlmodel") == true)
            let file = inner.appending(path: "Gestures.mlmodel")
            try Data(Small.ofCreateML.bytes).write(to: file)
            for path in [package, package + "/"] {
                #expect(try Importer.model(fromFileAt: path).network == (try model(.ofCreateML)).network)
            }
            var program = Small()
            program.kindField = 502
            try Data(program.bytes).write(to: file)
            let refused = #expect(throws: ImportError.self) { try Importer.model(fromFileAt: package) }
            #expect(refused?.problem.description.contains("convert_to") == true)
        }
    }
}
