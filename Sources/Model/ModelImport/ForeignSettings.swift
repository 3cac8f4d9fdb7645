import Formatting
import Models
import MotionCore

/// A network out of a file that may say nothing of what it is for, and what it has to be told.
struct ForeignSettings {
    /// What the file is, and why it does not say more: the middle of a sentence.
    let kind: String
    /// What in the file normalises the inputs, for messages.
    let normalisation: String
    let network: FloatNetwork
    /// Samples in a window, as the weights demand and as the file says.
    private let window: (fixed: Int?, declared: Int?)
    /// What the network does to its inputs before the first layer.
    private let scaling: GraphSignal.Scaling
    /// Whether the file says that a slot's state goes on in the next window.
    private let carriesState: Bool

    /// - Parameters:
    ///   - network: the signal's.
    ///   - signal: what became of the model's input at its output.
    init(
        kind: String, normalisation: String, network: FloatNetwork, signal: GraphSignal, carriesState: Bool = false
    ) {
        (self.kind, self.normalisation, self.network, self.carriesState) = (kind, normalisation, network, carriesState)
        let isFixed = signal.fixesWindow || (network.lstm.isEmpty && !network.front.isEmpty)
        window = (network.convolution?.window ?? (isFixed ? signal.samples : nil), signal.samples)
        scaling = signal.normalisation
    }

    func model(_ declared: DeclaredSettings, _ given: ImportSettings) throws(ImportError) -> FloatModel {
        var settings = ImportSettings(file: given.file, overrides: declared.filling(given.overrides))
        settings.features = network.inputs
        try settings.requireGiven(kind: kind, classes: network.labels, isWindowKnown: window.fixed ?? window.declared != nil)
        let samples = try settings.window(fixed: window.fixed, declared: window.declared)
        let least = network.front.leastSamples
        guard samples >= least else {
            throw ImportError(
                .override, file: given.file,
                problem: "reads \(least) samples for the first step of a window, so it cannot have \(samples): give more with "
                    + "\(.window)")
        }
        let labels = try settings.labels(count: network.labels)
        let inputs = try normalised(try settings.inputs { () throws(ImportError) in [] }, given.file)
        let policy = settings.overrides.statePolicy ?? (carriesState ? .carry : .reset)
        let hop = try settings.hop(of: samples, carriesState: carriesState && policy == .carry)
        var description = ModelDescription(
            labels: labels, restLabel: try settings.restLabel(of: labels), schedule: WindowSchedule(length: samples, hop: hop),
            statePolicy: policy, rate: try settings.rate(), inputs: inputs)
        declared.complete(&description, given.overrides)
        return FloatModel(description, network)
    }

    private func normalised(_ inputs: [InputFeature], _ file: String) throws(ImportError) -> [InputFeature] {
        guard !scaling.isIdentity else { return inputs }
        guard inputs.allSatisfy({ $0.offset == 0 && $0.scale == 1 }) else {
            throw ImportError(
                .override, file: file,
                problem: "normalises its inputs itself (\(normalisation)): leave their mean and deviation out")
        }
        var inputs = inputs
        for index in inputs.indices {
            inputs[index].offset = Float(scaling.offset[index])
            inputs[index].scale = Float(scaling.scale[index])
            guard inputs[index].offset.isFinite, inputs[index].scale.isFinite, inputs[index].scale != 0 else {
                throw ImportError(.malformed, file: file, problem: "normalises its inputs beyond single precision: export it again")
            }
        }
        return inputs
    }
}
