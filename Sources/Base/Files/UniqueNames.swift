/// Names of which none stands twice.
package struct UniqueNames {
    private var taken: Set<String> = []

    package init() {}

    /// The name itself, with the folder in front of it, or with a number behind.
    package mutating func name(_ name: String, in folder: String?) -> String {
        var unique = name
        if taken.contains(unique), let folder { unique = "\(folder)-\(name)" }
        var number = 2
        let stem = unique
        while !taken.insert(unique).inserted {
            unique = "\(stem)-\(number)"
            number += 1
        }
        return unique
    }
}

extension StringProtocol {
    /// As a name that a file or folder may have anywhere: letters, digits, `-`, `_` and `.`, whatever else is a `_`; never hidden.
    package var asFileName: String {
        let name = String(map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "_" })
        return name.isEmpty || name.first == "." ? "_" + name : name
    }
}
