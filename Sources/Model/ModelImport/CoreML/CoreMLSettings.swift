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

    /// Bytes that the names of all features may have.
    private static let longestNames = 1 << 16

    /// Names of the features, where they are inputs of their own, as they are joined.
    var joined: [String] = []

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
            problem: "has the prediction_window \(common.quoted(text)), which is no number: give \(.window)")
    }

    func inputs() throws(ImportError) -> [InputFeature] {
        try common.inputs(declared: declaredInputs)
    }

    private func declaredInputs() throws(ImportError) -> [InputFeature] {
        var names = joined
        if names.isEmpty {
            guard let text = metadata["features"], text.utf8.count <= Self.longestNames else {
                throw common.missing(
                    "does not name its \(common.features) features: give them in the order of the training data with \(.inputs)")
            }
            names = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        }
        return try names.map { name throws(ImportError) in
            let found = CoreMLFeatureName(name)
            guard let input = found.input else {
                throw common.missing(
                    "has the feature \(common.quoted(name)), which no motion sensor measures, by its name: train it without, or say with "
                        + "\(.inputs) what each of its \(common.features) features is")
            }
            guard !found.isAngle || common.overrides.learnedFromApple else {
                throw common.missing(
                    "has the feature \(common.quoted(name)), an angle: if it learned from Apple's motion data give \(.appleSign), else say "
                        + "with \(.inputs) what each of its \(common.features) features is")
            }
            return input
        }
    }

    /// Samples a second, as the file says; nil if it does not.
    func rate() throws(ImportError) -> Double? {
        if let given = try common.rate() { return given }
        let words: Set = ["samplerate", "samplingrate", "samplefrequency", "samplingfrequency", "frequency", "rate", "hz"]
        let said = metadata.sorted { $0.key < $1.key }.filter { words.contains($0.key.lowercased().filter(\.isLetter)) }
        return said.compactMap { Double($0.value.trimmed) }.first { $0 > 0 && $0 <= ModelDescription.mostRate }
    }

    /// Turi Create trains on rows without a label as on a class whose name is empty.
    func labels(count: Int) throws(ImportError) -> [String] {
        let declared = classifier.labels.map { $0.isEmpty ? Self.unlabelled : $0 }
        return try common.labels(count: count, declared: declared)
    }

    /// What a class without a name is called.
    static let unlabelled = "unlabelled"
}
