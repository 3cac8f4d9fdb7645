import LSTMEngine
import ReferenceModel
import Windows

/// What no model file may hold. Reading and writing ask the same, so that what is written can be read: each fault is the end of a
/// sentence whose subject is the file, or the model.
extension ModelDescription {
    /// Features of a sample, at most.
    private static let mostInputs = 64

    /// The first thing that is wrong; nil if nothing is.
    var fault: String? {
        guard !labels.isEmpty, labels.count <= NetworkLimits.labels, Set(labels).count == labels.count else {
            return "needs 1 … \(NetworkLimits.labels) different labels"
        }
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
        let texts = labels + inputs.map(\.name)
        guard texts.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) } }) else {
            return "has control characters in its labels or input names"
        }
        guard max(window, hop) <= NetworkLimits.dimension else {
            return "has a window or a hop of more than \(NetworkLimits.dimension) samples"
        }
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
        let units = (convolution.map { [$0] } ?? []) + lstm + dense.map(\.units)
        guard units.allSatisfy({ $0 >= 1 && $0 <= NetworkLimits.dimension / 4 }) else {
            return "has a layer with fewer than 1 or more than \(NetworkLimits.dimension / 4) units"
        }
        guard (1...NetworkLimits.layers).contains(lstm.count), (1...NetworkLimits.layers).contains(dense.count) else {
            return "needs 1 … \(NetworkLimits.layers) LSTM and dense layers"
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

extension Model {
    /// The plan of both networks, without faults.
    ///
    /// - Throws: the first fault, as a sentence without its subject.
    func checkedPlan() throws(ModelFault) -> LayerPlan {
        guard let plan = float.map({ LayerPlan($0) }) ?? quantized.map({ LayerPlan($0) }) else {
            throw ModelFault("holds no network")
        }
        if let fault = description.fault ?? plan.fault(of: description) { throw ModelFault(fault) }
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
struct ModelFault: Error {
    let problem: String

    init(_ problem: String) {
        self.problem = problem
    }
}
