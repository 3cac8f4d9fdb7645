import Foundation
import ReferenceModel

/// What a network needs beside its weights: from the caller, else from the file's own metadata.
struct CoreMLSettings {
    let file: String
    let model: CoreMLModel
    let overrides: ImportOverrides
    /// How many features a sample has, by the weights.
    var features = 0
    /// The window that the weights or the declared shape demand, if they do.
    var fixedWindow: Int?

    /// Turi Create names columns as Apple's motion interface does: rotation in rad/s, acceleration in g.
    private static let columnNames = [
        "rotX": "gx", "rotY": "gy", "rotZ": "gz", "accelX": "ax", "accelY": "ay", "accelZ": "az",
    ]

    private var metadata: [String: String] { model.description_p.metadata.userDefined }

    func window() throws(ImportError) -> Int {
        let declared = try declaredWindow()
        if let fixedWindow {
            if let given = overrides.window, given != fixedWindow {
                throw refused("has a window of \(fixedWindow) samples in its weights, so it cannot be \(given)")
            }
            if let declared, declared != fixedWindow {
                throw ImportError(
                    .malformed, file: file,
                    problem: "says prediction_window \(declared), but its weights read \(fixedWindow) samples: export it again")
            }
            return fixedWindow
        }
        guard let window = overrides.window ?? declared else {
            throw missing("does not say how many samples a window has: give the window")
        }
        guard (1...CoreMLChain.sizeLimit).contains(window) else {
            throw refused("cannot have a window of \(window) samples: give 1 to \(CoreMLChain.sizeLimit)")
        }
        return window
    }

    private func declaredWindow() throws(ImportError) -> Int? {
        guard let text = metadata["prediction_window"] else { return nil }
        // A caller who gives the window has overruled what cannot be read.
        if let window = Int(text), window >= 1 { return window }
        guard overrides.window == nil else { return nil }
        throw ImportError(
            .malformed, file: file, problem: "has the prediction_window \(quoted(text)), which is no number: give the window")
    }

    func hop(of window: Int) throws(ImportError) -> Int {
        guard let hop = overrides.hop else { return max(1, window / 4) }
        guard (1...window).contains(hop) else {
            throw refused("has a window of \(window) samples, so the hop cannot be \(hop): give 1 to \(window)")
        }
        return hop
    }

    func rate() throws(ImportError) -> Double? {
        guard let rate = overrides.rate else { return nil }
        guard rate.isFinite, rate > 0 else {
            throw refused("cannot run at \(rate) Hz: give the rate of the training recordings")
        }
        return rate
    }

    func inputs() throws(ImportError) -> [InputFeature] {
        let inputs: [InputFeature]
        if let given = overrides.inputs { inputs = given } else { inputs = try declaredInputs() }
        guard inputs.count == features else {
            let problem = "reads \(features) features a sample, but \(inputs.count) are named: name each weight column once"
            throw overrides.inputs == nil ? ImportError(.malformed, file: file, problem: problem) : refused(problem)
        }
        guard Set(inputs.map(\.name)).count == inputs.count, inputs.allSatisfy({ !$0.name.isEmpty }) else {
            throw refused("cannot have features without a name or with the same name: name each weight column once")
        }
        guard inputs.allSatisfy({ $0.offset.isFinite && $0.scale.isFinite && $0.scale != 0 }) else {
            throw refused("cannot have a feature whose offset or scale is not finite, or whose scale is zero")
        }
        return inputs
    }

    private func declaredInputs() throws(ImportError) -> [InputFeature] {
        guard let text = metadata["features"] else {
            throw missing("does not name its \(features) features: give them in the order of the training data")
        }
        var inputs: [InputFeature] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.trimmingCharacters(in: .whitespaces)
            guard let column = Self.columnNames[name] else {
                throw missing("has the feature \(quoted(name)), which is no known sensor axis: give the features' names")
            }
            inputs.append(InputFeature(name: column))
        }
        return inputs
    }

    func labels(count: Int) throws(ImportError) -> [String] {
        let declared = model.neuralNetworkClassifier.stringClassLabels.vector
        let labels = overrides.labels ?? declared
        guard !labels.isEmpty else { throw missing("has no text labels for its \(count) classes: give the labels") }
        guard labels.count == count else {
            let problem = "has \(count) outputs, but \(labels.count) labels: give one label for each output"
            throw overrides.labels == nil ? ImportError(.malformed, file: file, problem: problem) : refused(problem)
        }
        guard Set(labels).count == labels.count, labels.allSatisfy({ !$0.isEmpty }) else {
            throw refused("cannot have labels that are empty or the same: give one name for each class")
        }
        return labels
    }

    func restLabel(of labels: [String]) throws(ImportError) -> String? {
        if let given = overrides.restLabel {
            guard labels.contains(given) else {
                throw refused("has no label \(quoted(given)) to mean rest: it has \(quoted(labels.joined(separator: ", ")))")
            }
            return given
        }
        return labels.first { $0.lowercased() == "rest" } ?? labels.first { $0.lowercased().hasPrefix("rest") }
    }

    // MARK: - Errors

    private func refused(_ problem: String) -> ImportError { ImportError(.override, file: file, problem: problem) }
    private func missing(_ problem: String) -> ImportError { ImportError(.missing, file: file, problem: problem) }
    private func quoted(_ text: String) -> String { "“\(text.prefix(120))”" }
}
