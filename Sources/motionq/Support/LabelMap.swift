import ArgumentParser
import Files

/// Old label → new label, from `from=to` pairs.
func labelMap(_ pairs: [String]) throws -> [String: String] {
    var result: [String: String] = [:]
    for pair in pairs {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else { throw ValidationError("--map wants from=to, not “\(pair)”") }
        try requireText(String(parts[1]), "--map")
        result[String(parts[0])] = String(parts[1])
    }
    return result
}

/// Names between commas, without the spaces around them.
func commaSeparated(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmed }
}

/// Names as the data spell them: what is not there by its letters is looked for by its value, so that 1 finds 01.
func spelled(_ names: [String], among known: [String]) -> [String] {
    names.map { name in
        if known.contains(name) { return name }
        let alike = known.filter { other in Int(other) != nil && Int(other) == Int(name) }
        return alike.count == 1 ? alike[0] : name
    }
}
