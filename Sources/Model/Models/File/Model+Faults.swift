import Formatting
import MotionCore

/// What no model file may hold. Reading and writing ask the same, so that what is written can be read: each fault is the end of a
/// sentence whose subject is the file, or the model.
extension ModelDescription {
    /// Features of a sample, at most.
    private static let mostInputs = 64

    /// Whether nothing in a label's or an input's name keeps a model with it from being read.
    package static func isReadable(name: String) -> Bool { !name.unicodeScalars.contains(where: \.isControl) }

    /// Refuses what no model file may hold, for those who are about to make a model that is described so.
    ///
    /// - Throws: what writing and reading would say.
    package func requireReadable() throws(ModelFault) {
        if let nameFault { throw nameFault }
        if let fault { throw ModelFault(fault) }
        for (part, text) in [(ModelFault.Part.labels, try? stored(labels)), (.inputs, try? stored(inputs.map { StoredInput($0) }))]
        {
            guard let text, text.utf8.count <= SafetensorsFile.metadataValueLimit else {
                throw ModelFault("has \(part.rawValue) whose names are longer than a model file may have them", in: part)
            }
        }
    }

    private var nameFault: ModelFault? {
        guard !labels.isEmpty, labels.count <= NetworkLimits.labels, Set(labels).count == labels.count else {
            return ModelFault("needs 1 … \(NetworkLimits.labels) different labels", in: .labels)
        }
        if let label = labels.first(where: { !Self.isReadable(name: $0) }) {
            return ModelFault("has the label “\(label)”, which holds a control character", in: .labels)
        }
        if let input = inputs.first(where: { !Self.isReadable(name: $0.name) }) {
            return ModelFault("has the input “\(input.name)”, whose name holds a control character", in: .inputs)
        }
        return nil
    }

    /// The first thing that is wrong; nil if nothing is.
    var fault: String? {
        if let nameFault { return nameFault.problem }
        if let restLabel, !labels.contains(restLabel) {
            return "names the rest label “\(restLabel)”, which is not among its labels"
        }
        if let rate {
            guard rate > 0, rate <= ModelDescription.mostRate else { return "has a rate outside 0 … 10,000 Hz" }
        }
        guard !inputs.isEmpty, inputs.count <= Self.mostInputs, inputs.allSatisfy({ $0.offset.isFinite && $0.scale.isFinite })
        else {
            return "needs 1 … \(Self.mostInputs) inputs with finite offset and scale"
        }
        guard inputs.usual.values.allSatisfy({ $0.low.isFinite && $0.high.isFinite && $0.low < $0.high && $0.span.isFinite }),
            inputs.allSatisfy({ $0.usual == nil || $0.unit == .own })
        else {
            return "has an input whose usual range is none"
        }
        guard max(window, hop) <= NetworkLimits.dimension else {
            return "has a window or a hop of more than \(NetworkLimits.dimension) samples"
        }
        guard cut?.isValid ?? true else { return "cuts strokes by a number outside its range" }
        guard schedule.slots <= NetworkLimits.slots else {
            return "would have more than \(NetworkLimits.slots) windows in flight; choose a larger hop"
        }
        return nil
    }
}

extension LayerPlan {
    /// The first thing that is wrong with the layers of a model that is described so. Bounds every dimension before it is
    /// multiplied.
    func fault(of description: ModelDescription) -> String? {
        let front = front ?? []
        let units = (convolution.map { [$0] } ?? []) + front.compactMap(\.units) + lstm + dense.map(\.units)
        guard units.allSatisfy({ $0 >= 1 && $0 <= NetworkLimits.dimension / 4 }) else {
            return "has a layer with fewer than 1 or more than \(NetworkLimits.dimension / 4) units"
        }
        if let fault = frontFault(of: description) { return fault }
        // After a convolution or front layers there may be none.
        let least = convolution == nil && front.isEmpty ? 1 : 0
        guard (least...NetworkLimits.layers).contains(lstm.count), (1...NetworkLimits.layers).contains(dense.count) else {
            return "needs 1 … \(NetworkLimits.layers) LSTM and dense layers"
        }
        guard cells?.count ?? lstm.count == lstm.count else { return "names the cells of \(cells?.count ?? 0) recurrent layers" }
        guard !lstm.isEmpty || description.statePolicy == .reset else {
            return "has no LSTM and so no state to carry; its state must be reset"
        }
        let last = dense[dense.count - 1]
        guard !last.rectified else {
            return "has a ReLU after its last layer, before the softmax; no network of this kind has one"
        }
        guard last.units == description.labels.count else {
            return "has \(description.labels.count) labels but \(last.units) outputs"
        }
        return nil
    }
}

extension LayerPlan {
    /// What is wrong with the layers before the LSTM.
    private func frontFault(of description: ModelDescription) -> String? {
        guard let front else { return nil }
        guard (1...NetworkLimits.layers).contains(front.count), convolution == nil else {
            return "needs 1 … \(NetworkLimits.layers) layers before the LSTM, or one convolution over the whole window"
        }
        guard front.allSatisfy(\.isSound) else { return "has a convolution or pooling whose numbers are out of range" }
        var (columns, outputs, numbers) = (description.inputs.count, description.window, 0)
        for layer in front {
            guard layer.field.span <= outputs else {
                return "has a convolution or pooling over \(layer.field.span) steps, of which a window gives it \(outputs)"
            }
            numbers += layer.field.span * columns
            outputs = layer.field.outputs(of: outputs)
            columns = layer.rows(of: columns)
        }
        guard numbers <= NetworkLimits.frontNumbers else { return "has convolutions or pooling over too many numbers" }
        guard outputs == 1 || !lstm.isEmpty else {
            return "has no LSTM, and layers before it that give \(outputs) outputs for a window and not one"
        }
        return nil
    }
}

extension Model {
    /// The plan of both networks, without faults.
    ///
    /// - Throws: the first fault, as a sentence without its subject.
    func checkedPlan() throws(ModelFault) -> LayerPlan {
        guard let plan = float.map({ LayerPlan($0) }) ?? quantized.map({ LayerPlan($0) }) else {
            throw ModelFault("holds no network")
        }
        if let fault = description.fault ?? plan.fault(of: description) { throw ModelFault(fault) }
        if let problem = exemplars?.fault(labels: description.labels.count, units: plan.lstm.last) { throw ModelFault(problem) }
        if let problem = knownMotion?.fault { throw ModelFault(problem) }
        if let problem = decision?.fault { throw ModelFault("decides by parameters out of range: \(problem)") }
        if let quantized, LayerPlan(quantized) != plan {
            throw ModelFault("holds a float and a Q15 network with different layers")
        }
        for inputs in [float?.inputs, quantized?.inputs] {
            guard let inputs, inputs != description.inputs.count else { continue }
            throw ModelFault("describes \(description.inputs.count) inputs but has a network of \(inputs)")
        }
        for window in [float?.convolution?.window, quantized?.convolutionWindow] {
            guard let window, window != description.window else { continue }
            throw ModelFault("has windows of \(description.window) samples but a convolution over \(window)")
        }
        return plan
    }
}

/// Why a model cannot go into a file: the end of a sentence about it.
package struct ModelFault: Error {
    /// Where others can mend it.
    package enum Part: String, Sendable {
        case labels, inputs, rest
    }

    package let problem: String
    package let part: Part

    init(_ problem: String, in part: Part = .rest) {
        self.problem = problem
        self.part = part
    }
}
