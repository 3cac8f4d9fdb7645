import ArgumentParser
import Files
import ModelImport
import Models
import MotionCore
import MotionQWorkshop
import Quantization
import Recordings

struct ImportVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take over a network that was trained elsewhere.",
        discussion: """
            Reads networks of LSTM, GRU and dense layers, also with convolutions and pooling, from Keras (.keras, .h5), TensorFlow \
            Lite (.tflite) and ONNX (.onnx), without these from PyTorch (a state dict, .safetensors), and Core ML activity \
            classifiers (.mlmodel, .mlpackage). All but Core ML's need --labels, --inputs and, where the file leaves it open, \
            --window. With --data the Q-formats fit the ranges seen on recordings; without, they are bounds at a cost in precision.

            \(allOptions(of: "import"))
            """)

    @OptionGroup var named: NamedModel
    @Option(name: .shortAndLong, help: "The model file to write.") var output: OutputPath
    @OptionGroup var calibration: CalibrationOptions
    @Option(help: "Labels in the order of the outputs, separated by commas.") var labels: String?
    @Option(help: "Window length in samples.") var window: Int?
    @Option(help: "Samples between two windows. Default: window / 4, with Core ML near it.") var hop: Int?
    @Option(help: "Samples per second. Default: the recordings'.") var rate: Double?
    @Option(help: "Features in order, as ax,ay,az,gx,gy,gz (g, rad/s).") var inputs: String?
    @Option(help: .rare("What training subtracted from each feature, separated by commas.")) var mean: String?
    @Option(help: .rare("What training then divided each feature by, separated by commas.")) var std: String?
    @Option(help: "The label that means that nothing happens.") var rest: String?
    @Option(
        help: .rare(
            """
            reset: every window starts from zero state; carry: each slot hands its state on. Else as the file says, or \
            reset.
            """))
    var state: State?
    @Flag(inversion: .prefixedNo, help: .rare("PyTorch: whether a ReLU follows every linear layer but the last.")) var relu = true
    @Flag(
        help: .rare(
            """
            The network learned from Apple's motion data, of opposite sign: its inputs are turned round, and its pitch and roll \
            are the angles about x and y. Read its recordings with --units apple-g.
            """))
    var appleSign = false
    @Flag(help: "The report as one JSON object on standard output.") var json = false

    private var source: String { named.path }

    enum State: String, ExpressibleByArgument, CaseIterable {
        case reset
        case carry
    }

    func validate() throws {
        if let text = inputs { try checkPlaces(in: text, "--inputs") }
        let names = try featureNames ?? []
        guard Set(names).count == names.count, names.allSatisfy({ ModelDescription.isReadable(name: $0) }) else {
            throw ValidationError("--inputs names each feature once, without control characters")
        }
        for (option, text) in [("--mean", mean), ("--std", std)] {
            guard let text else { continue }
            try checkPlaces(in: text, option)
            let values = try numbers(text, option)
            guard values.count == names.count else {
                throw ValidationError("\(option) has \(values.count) numbers for \(names.count) features; name them with --inputs")
            }
            guard option == "--mean" || values.allSatisfy({ $0 > 0 && (1 / $0).isFinite }) else {
                throw ValidationError("--std wants numbers above 0 by which one can divide")
            }
        }
        try checkLabels()
        guard window.map({ (1...ImportOverrides.longestWindow).contains($0) }) ?? true else {
            throw ValidationError("--window lies between 1 and \(ImportOverrides.longestWindow) samples")
        }
        guard hop.map({ (1...(window ?? ImportOverrides.longestWindow)).contains($0) }) ?? true else {
            throw ValidationError("--hop lies between 1 and the window's \(window ?? ImportOverrides.longestWindow) samples")
        }
        guard rate.map({ $0 > 0 && $0 <= ModelDescription.mostRate }) ?? true else {
            throw ValidationError("--rate lies between 0 and 10000 samples a second")
        }
    }

    private func checkLabels() throws {
        if let labels { try checkPlaces(in: labels, "--labels") }
        let named = try named(labels)
        if let named, Set(named).count < named.count { throw ValidationError("--labels names each label once") }
        guard let rest else { return }
        guard !rest.isEmpty, named?.contains(rest) ?? true else {
            throw ValidationError("--rest is one of the labels" + (named.map { ": \($0.joined(separator: ", "))" } ?? ""))
        }
    }

    /// Refuses a list with nothing between two commas: by its place each entry belongs to an output or an input.
    private func checkPlaces(in text: String, _ option: String) throws {
        // A list of nothing has a sentence of its own.
        _ = try commaSeparated(text, option)
        let places = text.split(separator: ",", omittingEmptySubsequences: false)
        guard places.allSatisfy({ place in place.contains { $0 != " " } }) else {
            throw ValidationError("\(option) has nothing between two of its commas, or at an end")
        }
    }

    private var featureNames: [String]? {
        get throws {
            try inputs.map { try commaSeparated($0, "--inputs").flatMap { InputGroup.members(of: $0) ?? [$0] } }
        }
    }

    func run() throws {
        try reportingRefusals {
            var imported = try Importer.model(fromFileAt: source, overrides: overrides)
            if appleSign { try turnRound(&imported.description.inputs) }
            try requireReadable(imported.description)
            let conversion = try calibration.convert(imported)
            var provenance = try calibration.provenance(conversion.report)
            provenance["source"] = Path.name(of: source)
            try conversion.model(provenance: provenance).write(toFileAt: output.path)
            let notes = conversion.remarks.map(\.sentence) + notes(on: imported)
            // What was taken from the file and from options, before what it costs.
            if !json { Output.text(printable("\(imported.description)")) }
            Output.report(conversion.report, from: source, to: output.path, notes: notes, json: json)
        }
    }

    /// Refuses, before recordings are read, a model that could not be read.
    private func requireReadable(_ description: ModelDescription) throws {
        do throws(ModelFault) {
            try description.requireReadable()
        } catch {
            let mend =
                switch error.part {
                case .labels: "; name them with --labels"
                case .inputs: "; name them with --inputs"
                case .rest: ""
                }
            throw Refusal(.badData, "\(source) cannot be imported: the model \(error.problem)\(mend)")
        }
    }

    /// (−x − offset) · scale is (x + offset) · −scale.
    private func turnRound(_ inputs: inout [InputFeature]) throws {
        for index in inputs.indices where inputs[index].unit == .gravity {
            inputs[index].offset.negate()
            inputs[index].scale.negate()
        }
        // Its angles are Apple's only where the file names them.
        let areApplesAngles = isCoreML && self.inputs == nil
        if let name = inputs.first(where: { $0.isLevel || ($0.unit == .radians && !areApplesAngles) })?.name {
            throw Refusal(.badData, "--apple-sign cannot turn “\(name)” round: of a sensor on its head the frame is another one")
        }
    }

    private var isCoreML: Bool { [".mlmodel", ".mlpackage"].contains { Path.name(of: source).lowercased().hasSuffix($0) } }

    private func notes(on imported: FloatModel) -> [String] {
        var notes: [String] = []
        let features = imported.description.inputs
        if isCoreML, inputs == nil, !appleSign, features.contains(where: { $0.unit == .gravity }) {
            notes.append("If it learned from an iPhone or a watch, whose accelerations have the opposite sign: --apple-sign.")
        }
        if isCoreML, appleSign, features.contains(where: { $0.unit == .radians }) {
            notes.append("Its pitch and roll turn in another order than here: they agree while one is small and none beyond 90°.")
        }
        if isCoreML, labels == nil, imported.description.labels.contains("unlabelled") {
            notes.append("A class without a name is called “unlabelled”; --labels gives all their names.")
        }
        let strangers = imported.description.inputs.map(\.name).filter { !RecordedSession.quantityNames.contains($0) }
        if !strangers.isEmpty {
            notes.append("No device sends \(strangers.joined(separator: " ")) so far: this model reads recordings, not a port.")
        }
        if relu, source.lowercased().hasSuffix(".safetensors"), imported.network.dense.count > 1 {
            notes.append("A ReLU is assumed after every linear layer but the last; --no-relu if there is none.")
        }
        return notes
    }

    // MARK: - Options

    private var overrides: ImportOverrides {
        get throws {
            let offsets = try mean.map { try numbers($0, "--mean") }
            let deviations = try std.map { try numbers($0, "--std") }
            let features = try featureNames?.enumerated().map { index, name in
                InputFeature(name: name, offset: offsets?[index] ?? 0, scale: 1 / (deviations?[index] ?? 1))
            }
            return ImportOverrides(
                labels: try named(labels), window: window, hop: hop, rate: rate, inputs: features, restLabel: rest,
                statePolicy: state.flatMap { StatePolicy(rawValue: $0.rawValue) }, rectifiesHiddenLayers: relu,
                learnedFromApple: appleSign)
        }
    }

    private func named(_ list: String?) throws -> [String]? {
        try list.map { try motionq.labels(in: $0, "--labels") }
    }

    private func numbers(_ text: String, _ option: String) throws -> [Float] {
        try commaSeparated(text, option).map { word in
            guard let number = Float(word), number.isFinite else {
                throw ValidationError("\(option) wants numbers separated by commas, not “\(word)”")
            }
            return number
        }
    }
}
