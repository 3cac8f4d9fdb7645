import Files
import Formatting
public import Models
import MotionCore

/// Reads Core ML's neural-network classifiers: (convolution over the window →) LSTM layers → dense layers → softmax, as Turi
/// Create and Create ML write activity classifiers.
///
/// Everything else is refused by name. No file makes it trap: sizes are bounded before they are multiplied, and every array is
/// checked against its shape.
public enum CoreMLImporter {
    /// Largest file that is read, in bytes.
    public static let fileLimit = CoreMLFormat.file.byteLimit

    /// The model in a `.mlmodel` file.
    ///
    /// Labels, features, window and sampling rate come from the file where `overrides` does not give them; the rate stays nil if
    /// neither says it. Slots carry their state when a convolution reads the window and the model takes the LSTM's state in.
    public static func model(
        fromFileAt path: String, overrides: ImportOverrides = ImportOverrides()
    ) throws(ImportError) -> FloatModel {
        try model(from: CoreMLFormat.file.bytes(at: path), file: path, overrides: overrides)
    }

    /// The model in a `.mlpackage`, a folder, as Xcode makes one of a `.mlmodel` file; what `fromFileAt` says holds here, too.
    public static func model(
        inPackageAt path: String, overrides: ImportOverrides = ImportOverrides()
    ) throws(ImportError) -> FloatModel {
        let folder = Path.joined(Path.joined(path, "Data"), "com.apple.CoreML")
        let names: [String]
        do throws(FileError) { names = try Folder.names(in: folder) } catch {
            throw ImportError(.unreadable, file: path, problem: "is no Core ML package: \(error.problem)")
        }
        guard let name = names.filter({ $0.hasSuffix(".mlmodel") }).min() else {
            throw ImportError(.wrongKind, file: path, problem: "is no Core ML package: it has no .mlmodel in Data/com.apple.CoreML")
        }
        return try model(from: CoreMLFormat.file.bytes(at: Path.joined(folder, name)), file: path, overrides: overrides)
    }

    /// The model in the bytes of a `.mlmodel` file; `file` names it in errors.
    public static func model(
        from bytes: [UInt8], file: String, overrides: ImportOverrides = ImportOverrides()
    ) throws(ImportError) -> FloatModel {
        let (source, classifier) = try parsed(bytes, file: file)
        let graph = try CoreMLGraph(classifier, inputs: source.inputs, file: file)
        var chain = CoreMLChain(graph)
        let arrangement = try chain.arrange(CoreMLArrangement(graph))
        let front = try chain.convolution(reading: arrangement)
        let recurrent = try lstmLayers(&chain, front: front)
        let dense = try denseLayers(&chain, inputs: recurrent.layers[recurrent.layers.count - 1].units)
        try finish(&chain)

        var settings = CoreMLSettings(
            description: source, classifier: classifier, common: ImportSettings(file: file, overrides: overrides))
        settings.common.features = front?.inputs ?? recurrent.layers[0].inputWeights.columns
        settings.joined = graph.joined.map(\.input.name)
        settings.fixedWindow = front?.window
        if front == nil { settings.fixedWindow = try samples(of: arrangement, features: settings.common.features, file: file) }
        let window = try settings.window()
        let labels = try settings.labels(count: dense[dense.count - 1].bias.count)
        let policy = overrides.statePolicy ?? (front != nil && recurrent.haveState ? .carry : .reset)
        let hop = try settings.common.hop(of: window, carriesState: policy == .carry)
        let description = ModelDescription(
            labels: labels, restLabel: try settings.common.restLabel(of: labels),
            schedule: WindowSchedule(length: window, hop: hop), statePolicy: policy, rate: try settings.rate(),
            inputs: try settings.inputs())
        return FloatModel(description, FloatNetwork(convolution: front, lstm: recurrent.layers, dense: dense))
    }

    // MARK: - The file

    private static func parsed(
        _ bytes: [UInt8], file: String
    ) throws(ImportError) -> (description: CoreMLDescription, classifier: CoreMLClassifier) {
        let model: CoreMLModel = try CoreMLFormat.file.message(bytes, file: file)
        // The kinds are the members of one choice, of which a well-formed file has one.
        for field in model.unknownFields {
            guard model.specificationVersion >= 1, let kind = CoreMLFormat.modelKind(field) else { continue }
            throw ImportError(
                .wrongKind, file: file,
                problem: field == CoreMLFormat.program
                    ? "is an ML program (Core ML field \(field)): convert it with convert_to=\"neuralnetwork\", or export it as ONNX"
                    : "is \(kind) (Core ML field \(field)): only a neural-network classifier can be imported")
        }
        guard model.specificationVersion >= 1, let classifier = model.neuralNetworkClassifier else {
            throw ImportError(.wrongKind, file: file, problem: "is no Core ML model: name a .mlmodel file")
        }
        guard !classifier.hasPreprocessing, classifier.arrayInputShapeMapping == 0 else {
            throw ImportError(
                .unsupported, file: file,
                problem: "preprocesses its input or maps shapes exactly: export it for Core ML specification 3 or older")
        }
        return (model.description, classifier)
    }

    /// Without a convolution the LSTM steps along the sequence axis: its length if the file fixes one.
    private static func samples(of arrangement: CoreMLArrangement, features: Int, file: String) throws(ImportError) -> Int? {
        let shape = arrangement.shape
        guard shape[1...] == [features, 1, 1] else {
            throw ImportError(
                .malformed, file: file,
                problem: "gives its LSTM an input of \(shape[1...]) a step where [\(features), 1, 1] is needed: "
                    + "permute the sample axis to the front")
        }
        if arrangement.samplesOfInput != nil {
            for place in arrangement.sources.indices
            where arrangement.origin(of: place) != (feature: place % features, sample: place / features) {
                throw ImportError(
                    .unsupported, file: file,
                    problem: "gives its LSTM samples and features in another order than sample after sample: permute them so")
            }
        }
        return shape[0] > 1 ? shape[0] : nil
    }

    // MARK: - The layers

    private static func lstmLayers(
        _ chain: inout CoreMLChain, front: ConvolutionLayer?
    ) throws(ImportError) -> (layers: [LSTMLayer], haveState: Bool) {
        var layers: [LSTMLayer] = []
        var haveState = true
        var width = front?.bias.count
        var last: (givesSequence: Bool, name: String)?
        while let lstm = try chain.lstm(inputs: width) {
            // With a convolution there is one step a window, and a sequence of one is the same as its last element.
            if front == nil, let last, !last.givesSequence {
                throw chain.unsupported(
                    last.name, "hands only its last step to the LSTM layer after it: let it return the whole sequence")
            }
            layers.append(lstm.layer)
            haveState = haveState && lstm.hasState
            width = lstm.layer.units
            last = (lstm.givesSequence, lstm.name)
        }
        guard !layers.isEmpty else { throw chain.unexpected("an LSTM layer") }
        return (layers, haveState)
    }

    private static func denseLayers(_ chain: inout CoreMLChain, inputs: Int) throws(ImportError) -> [DenseLayer] {
        var layers: [DenseLayer] = []
        var width = inputs
        while let dense = try chain.dense(inputs: width) {
            layers.append(dense)
            width = dense.bias.count
        }
        guard let last = layers.last else { throw chain.unexpected("an inner product layer") }
        guard !last.rectified else { throw chain.unexpected("the inner product that gives the logits, without a ReLU,") }
        return layers
    }

    /// The softmax must be the last layer on the way to the probabilities.
    private static func finish(_ chain: inout CoreMLChain) throws(ImportError) {
        guard case .softmax = chain.nextKind else { throw chain.unexpected("an inner product or the softmax") }
        let (name, _) = try chain.take()
        guard chain.isAtEnd else { throw chain.unexpected("the end after softmax “\(name)”") }
    }
}
