import Files
import Formatting
import Models

/// What a Core ML file declares beside its weights.
struct CoreMLSettings {
    let description: CoreMLDescription
    let classifier: CoreMLClassifier
    /// What the caller says goes before what the file says.
    var common: ImportSettings
    /// The window that the weights or the declared shape demand, if they do.
    var fixedWindow: Int?

    /// Turi Create names columns as Apple's motion interface does: rotation in rad/s, acceleration in g.
    private static let columnNames = [
        "rotX": "gx", "rotY": "gy", "rotZ": "gz", "accelX": "ax", "accelY": "ay", "accelZ": "az",
    ]

    private var metadata: [String: String] { description.userDefined }

    func window() throws(ImportError) -> Int {
        let declared = try declaredWindow()
        let window = try common.window(fixed: fixedWindow, declared: declared)
        if let fixedWindow, let declared, declared != fixedWindow {
            throw ImportError(
                .malformed, file: common.file,
                problem: "says prediction_window \(declared), but its weights read \(fixedWindow) samples: export it again")
        }
        return window
    }

    private func declaredWindow() throws(ImportError) -> Int? {
        guard let text = metadata["prediction_window"] else { return nil }
        // A caller who gives the window has overruled what cannot be read.
        if let window = Int(text), window >= 1 { return window }
        guard common.overrides.window == nil else { return nil }
        throw ImportError(
            .malformed, file: common.file,
            problem: "has the prediction_window \(common.quoted(text)), which is no number: give the window")
    }

    func inputs() throws(ImportError) -> [InputFeature] {
        try common.inputs(declared: declaredInputs)
    }

    private func declaredInputs() throws(ImportError) -> [InputFeature] {
        guard let text = metadata["features"] else {
            throw common.missing("does not name its \(common.features) features: give them in the order of the training data")
        }
        var inputs: [InputFeature] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.trimmed
            guard let column = Self.columnNames[name] else {
                throw common.missing(
                    "has the feature \(common.quoted(name)), which is no known sensor axis: give the features' names")
            }
            inputs.append(InputFeature(name: column))
        }
        return inputs
    }

    func labels(count: Int) throws(ImportError) -> [String] {
        try common.labels(count: count, declared: classifier.labels)
    }
}
