/// Names as parts of topics and addresses.
package enum OutletNames {
    /// A name of letters, digits, `_` and `-` alone: what else is in it becomes `_`.
    package static func plain(_ name: String) -> String {
        let letters = name.unicodeScalars.map { scalar -> Character in
            let isPlain =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_-".unicodeScalars.contains(scalar))
            return isPlain ? Character(scalar) : "_"
        }
        return letters.isEmpty ? "_" : String(letters)
    }

    /// Plain names, each once: where two became the same the later one has its place behind it.
    package static func plain(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.enumerated().map { place, name in
            var plain = plain(name)
            while !taken.insert(plain).inserted { plain += "_\(place)" }
            return plain
        }
    }
}
