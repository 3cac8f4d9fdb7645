import Formatting
public import Models
import MotionCore

/// Reads PyTorch state dicts in safetensors files: stacked LSTM layers, then linear layers.
///
/// The names are those that PyTorch gives: any prefix, then `weight_ih_l0`, `weight_hh_l0`, `bias_ih_l0`, `bias_hh_l0`, `…_l1`;
/// linear layers are any `NAME.weight` `[outputs, inputs]` with or without `NAME.bias`. Numbered names keep their order, the widths
/// decide the rest. Gates i, f, g, o are put into the order i, f, o, g, and both biases are added. `F32`, `F16` and `BF16` are
/// taken exactly, `F64` is rounded.
///
/// A state dict holds weights only. Functions between layers leave no trace in it: after every linear layer but the last a ReLU is
/// assumed unless `overrides.rectifiesHiddenLayers` is false, and a softmax after the last. Labels, window and inputs must be
/// given; slots start from zero state unless `overrides.statePolicy` says otherwise. A buffer `mean` or `std` with one number per
/// feature (any prefix, also `input_mean` …) normalises the inputs: offset = mean, scale = 1 / std.
public enum PyTorchImporter {
    /// The model in a `.safetensors` file.
    ///
    /// - Throws: `missing` naming what has to be given, `wrongKind` for a file without an LSTM and for a model of our own,
    ///   `unsupported` for bidirectional, projecting and other recurrent layers and for unknown tensors, `malformed` for shapes
    ///   that contradict one another.
    public static func model(
        fromFileAt path: String, overrides: ImportOverrides = ImportOverrides()
    ) throws(ImportError) -> FloatModel {
        let file: SafetensorsFile
        do {
            file = try SafetensorsFile(readingFileAt: path)
        } catch {
            let part = error.part.map { "has a tensor “\($0)” that " } ?? ""
            throw ImportError(error.code == .unreadable ? .unreadable : .malformed, file: path, problem: "\(part)\(error.problem)")
        }
        return try model(from: file, path: path, overrides: overrides)
    }

    /// The model in a state dict; `path` names it in errors.
    public static func model(
        from file: SafetensorsFile, path: String, overrides: ImportOverrides = ImportOverrides()
    ) throws(ImportError) -> FloatModel {
        let tensors = try StateDict(file, path: path)
        let lstm = try tensors.lstmLayers()
        let declared = try DeclaredSettings(file.metadata, file: path)
        var dense = try tensors.denseLayers(
            reading: lstm[lstm.count - 1].units, rectifiesHidden: overrides.rectifiesHiddenLayers)
        if overrides.rectifiesHiddenLayers { PyTorchExporter.rectify(&dense, file.metadata) }

        var settings = ImportSettings(file: path, overrides: declared.filling(overrides))
        settings.features = lstm[0].inputWeights.columns
        let classes = dense[dense.count - 1].bias.count
        try settings.requireGiven(
            kind: "is a PyTorch state dict, which holds weights only", classes: classes, isWindowKnown: false)
        let window = try settings.window()
        let labels = try settings.labels(count: classes)
        var inputs = try tensors.normalised(try settings.inputs { () throws(ImportError) in [] })
        if overrides.inputs == nil, let own = declared.inputs, inputs.agree(with: own) { inputs = own }
        var description = ModelDescription(
            labels: labels, restLabel: try settings.restLabel(of: labels),
            schedule: WindowSchedule(length: window, hop: try settings.hop(of: window)),
            statePolicy: settings.overrides.statePolicy ?? .reset, rate: try settings.rate(), inputs: inputs)
        declared.complete(&description, overrides)
        return FloatModel(description, FloatNetwork(convolution: nil, lstm: lstm, dense: dense))
    }
}

extension StateDict {
    /// The inputs with the offsets and scales of the buffers `mean` and `std`, if there are any.
    fileprivate func normalised(_ inputs: [InputFeature]) throws(ImportError) -> [InputFeature] {
        guard let either = mean ?? deviation else { return inputs }
        guard inputs.allSatisfy({ $0.offset == 0 && $0.scale == 1 }) else {
            throw ImportError(
                .override, file: path, problem: "normalises its inputs itself (“\(either)”): leave their mean and deviation out")
        }
        var inputs = inputs
        let means = try mean.map { name throws(ImportError) in try numbers(name, inputs.count) }
        let deviations = try deviation.map { name throws(ImportError) in try numbers(name, inputs.count) }
        for index in inputs.indices {
            inputs[index].offset = means?[index] ?? 0
            guard let deviation = deviations?[index] else { continue }
            guard deviation > 0, (1 / deviation).isFinite else {
                throw malformed(
                    nil, "has a standard deviation of \(deviation) in “\(self.deviation ?? "")”, which cannot be divided by")
            }
            inputs[index].scale = 1 / deviation
        }
        return inputs
    }

    /// One number per feature, in whatever shape broadcasts to that: [6], [1, 6], [1, 1, 6].
    private func numbers(_ name: String, _ count: Int) throws(ImportError) -> [Float] {
        let shape = shape(name)
        guard shape.last == count, shape.dropLast().allSatisfy({ $0 == 1 }) else {
            throw malformed(
                nil, "has a buffer “\(name)” with shape \(shape) where one number for each of \(count) inputs is needed")
        }
        return try floats(name, shape, of: name)
    }
}

extension [InputFeature] {
    /// Whether these are the same as far as a deviation, of which the scale is the reciprocal, can say it.
    fileprivate func agree(with others: Self) -> Bool {
        count == others.count
            && zip(self, others).allSatisfy {
                $0.name == $1.name && $0.offset == $1.offset && ($0.scale - $1.scale).magnitude <= $1.scale.magnitude * 1e-6
            }
    }
}
