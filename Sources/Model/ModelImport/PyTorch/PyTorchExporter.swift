import Formatting
public import Models
import MotionCore

/// Writes the float network as a PyTorch state dict in a safetensors file, which `PyTorchImporter` reads as the same model.
///
/// The names are those of `self.lstm = nn.LSTM(…)` and `self.fc = nn.Sequential(nn.Linear(…), nn.ReLU(), …)`; LSTM layers of
/// different widths, which no `nn.LSTM` has, are `lstm1`, `lstm2` … The second bias is zero. Offset and scale of the inputs are the
/// buffers `mean` and `std`. Labels, window, hop, rate and inputs stand in the metadata.
public enum PyTorchExporter {
    private static let rectifiedKey = "motionq.rectified"

    /// The state dict of a model.
    ///
    /// - Parameter path: names the file in errors.
    /// - Throws: `unwritable` for a network with a convolution, front layers or a GRU, or without an LSTM, and what a model file
    ///   may not hold.
    public static func file(of model: FloatModel, named path: String) throws(ModelFileError) -> SafetensorsFile {
        let network = model.network
        guard network.lstm.allSatisfy({ $0.cell == .lstm }) else {
            throw ModelFileError(
                .unwritable, file: path,
                problem: "cannot be written: state dicts are written of LSTM layers alone\(remedy: "write it with \(.onnx)")")
        }
        guard network.front.isEmpty else {
            throw ModelFileError(
                .unwritable, file: path,
                problem: "cannot be written: its state dict could not tell how convolutions move along samples"
            )
        }
        guard network.convolution == nil, !network.lstm.isEmpty else {
            throw ModelFileError(
                .unwritable, file: path,
                problem:
                    "cannot be written: the network reads whole windows by a convolution, which its state dict could not tell"
                    + "\(remedy: "write it with \(.onnx)")")
        }
        var file = SafetensorsFile(metadata: try model.entries(forFile: path))
        file.metadata["format"] = "pt"
        file.metadata[rectifiedKey] = network.dense.map { $0.rectified ? "1" : "0" }.joined(separator: ",")
        add(network.lstm, to: &file)
        add(network.dense, to: &file)
        let inputs = model.description.inputs
        if inputs.contains(where: { $0.offset != 0 || $0.scale != 1 }) {
            file.tensors["mean"] = .init(floats: inputs.map(\.offset), shape: [inputs.count])
            file.tensors["std"] = .init(floats: inputs.map { 1 / $0.scale }, shape: [inputs.count])
        }
        return file
    }

    private static func add(_ layers: [LSTMLayer], to file: inout SafetensorsFile) {
        let isOneModule = layers.dropFirst().allSatisfy {
            $0.units == layers[0].units && $0.inputWeights.columns == layers[0].units
        }
        for (index, layer) in layers.enumerated() {
            let (module, number) = isOneModule ? ("lstm", index) : ("lstm\(index + 1)", 0)
            func add(_ name: String, _ values: [Float], _ shape: [Int]) {
                file.tensors["\(module).\(name)_l\(number)"] = .init(floats: values, shape: shape)
            }
            let rows = 4 * layer.units
            add("weight_ih", GateOrder.ifgo.exchanged(layer.inputWeights.values), [rows, layer.inputWeights.columns])
            add("weight_hh", GateOrder.ifgo.exchanged(layer.hiddenWeights.values), [rows, layer.units])
            add("bias_ih", GateOrder.ifgo.exchanged(layer.bias), [rows])
            add("bias_hh", [Float](repeating: 0, count: rows), [rows])
        }
    }

    private static func add(_ layers: [DenseLayer], to file: inout SafetensorsFile) {
        var place = 0
        for layer in layers {
            file.tensors["fc.\(place).weight"] = .init(
                floats: layer.weights.values, shape: [layer.weights.rows, layer.weights.columns])
            file.tensors["fc.\(place).bias"] = .init(floats: layer.bias, shape: [layer.bias.count])
            // As nn.Sequential counts its modules, of which a ReLU is one.
            place += layer.rectified ? 2 : 1
        }
    }

    /// Takes the ReLUs out of the metadata, if they stand there.
    static func rectify(_ layers: inout [DenseLayer], _ metadata: [String: String]) {
        let flags = metadata[rectifiedKey]?.split(separator: ",") ?? []
        guard flags.count == layers.count else { return }
        for index in layers.indices.dropLast() { layers[index].rectified = flags[index] == "1" }
    }
}
