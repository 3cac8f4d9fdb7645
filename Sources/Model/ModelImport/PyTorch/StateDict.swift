import Formatting
import Models
import MotionCore

/// The tensors of a PyTorch state dict, sorted by what they are. Everything that has no place in an LSTM classifier is refused by
/// name.
struct StateDict {
    let file: SafetensorsFile
    let path: String
    /// Module name → layer number → the tensors of that layer that are there, by PyTorch's names (“weight_ih” …).
    private(set) var recurrent: [String: [Int: Set<String>]] = [:]
    /// Module name → whether it has a bias.
    private(set) var linear: [String: Bool] = [:]
    /// The buffers that normalise the inputs, by full name.
    private(set) var mean: String?
    private(set) var deviation: String?

    init(_ file: SafetensorsFile, path: String) throws(ImportError) {
        self.file = file
        self.path = path
        guard !file.isModel else {
            throw ImportError(
                .wrongKind, file: path,
                problem: "is a model of motionq already: use it as it is, or calibrate it with \(.quantize)")
        }
        guard file.isPyTorchStateDict else {
            throw ImportError(
                .wrongKind, file: path,
                problem: "holds no LSTM (no tensor is named weight_ih_l0): save the state dict of a network with an nn.LSTM")
        }
        var strangers: [String] = []
        for name in file.tensors.keys.sorted() where try !sort(name) { strangers.append(name) }
        // A bias alone belongs to something that is not known.
        for (module, _) in linear where file.tensors[Self.joined(module, "weight")] == nil {
            strangers.append(Self.joined(module, "bias"))
            linear[module] = nil
        }
        try refuse(strangers.sorted())
        guard recurrent.values.reduce(0, { $0 + $1.count }) <= NetworkLimits.layers, linear.count <= NetworkLimits.layers else {
            throw unsupported(nil, "has more than \(NetworkLimits.layers) LSTM or linear layers: train a smaller network")
        }
    }

    /// “lstm”, “weight_ih” → “lstm.weight_ih”
    static func joined(_ module: String, _ tensor: String) -> String { module.isEmpty ? tensor : "\(module).\(tensor)" }

    // MARK: - Sorting

    /// - Returns: false if nothing here knows the tensor.
    private mutating func sort(_ name: String) throws(ImportError) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let module = parts.dropLast().joined(separator: ".")
        let own = String(parts.last ?? "")
        let shape = file.tensors[name]?.shape ?? []
        if let found = Self.recurrentPart(own) {
            guard !found.isReverse else {
                throw unsupported(
                    module,
                    "is bidirectional and so reads the window's end first, which live motion has not: train it with bidirectional=False"
                )
            }
            guard found.tensor != "weight_hr" else {
                throw unsupported(module, "projects its hidden state: train it with proj_size=0")
            }
            recurrent[module, default: [:]][found.layer, default: []].insert(found.tensor)
        } else if own == "weight", shape.count == 2 {
            linear[module] = linear[module] ?? false
        } else if own == "bias", shape.count == 1, file.tensors[Self.joined(module, "weight")]?.shape.count ?? 2 == 2 {
            linear[module] = true
        } else if mean == nil, Self.isInputBuffer(own, "mean") {
            mean = name
        } else if deviation == nil, Self.isInputBuffer(own, "std") {
            deviation = name
        } else {
            return false
        }
        return true
    }

    /// “weight_ih_l0”, “bias_hh_l1_reverse” → what it is and of which layer.
    private static func recurrentPart(_ own: String) -> (tensor: String, layer: Int, isReverse: Bool)? {
        for tensor in ["weight_ih", "weight_hh", "weight_hr", "bias_ih", "bias_hh"] where own.hasPrefix("\(tensor)_l") {
            var number = own.dropFirst(tensor.count + 2)
            let isReverse = number.hasSuffix("_reverse")
            if isReverse { number = number.dropLast("_reverse".count) }
            guard !number.isEmpty, number.count <= 3, number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
            return Int(number).map { (tensor, $0, isReverse) }
        }
        return nil
    }

    /// “mean”, “input_mean”; but not the statistics of a batch normalisation.
    private static func isInputBuffer(_ own: String, _ kind: String) -> Bool {
        own == kind || (own.hasSuffix("_\(kind)") && !own.hasPrefix("running_"))
    }

    private func refuse(_ strangers: [String]) throws(ImportError) {
        guard let first = strangers.first else { return }
        if let norm = strangers.first(where: { $0.hasSuffix("running_mean") || $0.hasSuffix("running_var") }) {
            throw unsupported(
                norm.split(separator: ".").dropLast().joined(separator: "."),
                "is a batch normalisation: fold it into the linear layer beside it before you save the state dict")
        }
        let shape = file.tensors[first]?.shape ?? []
        let others = strangers.count > 1 ? " and \(strangers.count - 1) more tensors" : ""
        throw unsupported(
            nil,
            "has “\(first.prefix(120))” (shape \(shape))\(others), which no classifier of LSTM and linear layers needs: "
                + "remove it from the state dict if it does nothing")
    }

    // MARK: - Taking numbers

    /// The finite floats of a tensor that must have this shape.
    func floats(_ name: String, _ shape: [Int], of module: String) throws(ImportError) -> [Float] {
        do {
            return try file.floats(named: name, shape: shape, file: path)
        } catch {
            throw malformed(module, "has a tensor “\(name.prefix(120))” that \(error.problem)")
        }
    }

    func shape(_ name: String) -> [Int] { file.tensors[name]?.shape ?? [] }

    func unsupported(_ module: String?, _ problem: Sentence) -> ImportError { error(.unsupported, module, problem) }
    func malformed(_ module: String?, _ problem: Sentence) -> ImportError { error(.malformed, module, problem) }

    /// The state dict of a bare nn.LSTM has tensors without a module's name in front.
    private func error(_ code: ImportError.Code, _ module: String?, _ problem: Sentence) -> ImportError {
        let layer = module.flatMap { $0.isEmpty ? nil : String($0.prefix(80)) }
        return ImportError(code, file: path, layer: layer, problem: problem)
    }
}
