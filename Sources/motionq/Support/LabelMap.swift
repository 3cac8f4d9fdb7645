import ArgumentParser
import Files
import Formatting
import Models

/// Old label → new label, from `from=to` pairs.
func labelMap(_ pairs: [String]) throws -> [String: String] {
    var result: [String: String] = [:]
    for pair in pairs {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else { throw ValidationError("--map wants from=to, not “\(pair)”") }
        result[String(parts[0])] = try readableLabel(String(parts[1]), "--map")
    }
    return result
}

/// The names that an option lists between commas, without the spaces around them.
///
/// - Throws: a refusal of a list of none, which would silently mean all of them, or nobody.
func commaSeparated(_ text: String, _ option: String) throws -> [String] {
    let names = text.split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
    guard !names.isEmpty else {
        throw ValidationError("\(option) names none; separate names or numbers by commas, or leave it out")
    }
    return names
}

/// Labels that an option lists between commas, as a model may have them.
func labels(in text: String, _ option: String) throws -> [String] {
    try commaSeparated(text, option).map { try readableLabel($0, option) }
}

private func readableLabel(_ label: String, _ option: String) throws -> String {
    try requireText(label, option)
    guard ModelDescription.isReadable(name: label) else {
        throw ValidationError("\(option) names a label with a control character, which no model may have: \(printable(label))")
    }
    return label
}
