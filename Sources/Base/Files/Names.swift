extension StringProtocol {
    /// Whether this name stands before another where digits count as numbers: “fc2” before “fc10”. Names that differ in leading
    /// zeros only follow their letters.
    package func precedes(_ other: some StringProtocol) -> Bool {
        var (mine, theirs) = (Substring(self).unicodeScalars, Substring(other).unicodeScalars)
        while let left = mine.first, let right = theirs.first {
            if left.isDigit, right.isDigit {
                let (number, otherNumber) = (mine.takeNumber(), theirs.takeNumber())
                guard number.elementsEqual(otherNumber) else {
                    return number.count == otherNumber.count
                        ? number.lexicographicallyPrecedes(otherNumber) : number.count < otherNumber.count
                }
            } else {
                guard left == right else { return left < right }
                mine.removeFirst()
                theirs.removeFirst()
            }
        }
        return mine.isEmpty && theirs.isEmpty ? String(self) < String(other) : mine.isEmpty
    }

    /// Without the spaces around it.
    package var trimmed: String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace && !$0.isNewline }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension Substring.UnicodeScalarView {
    /// Takes the digits in front away, and gives them without leading zeros.
    fileprivate mutating func takeNumber() -> Self {
        let digits = prefix { $0.isDigit }
        removeFirst(digits.count)
        return digits.drop { $0 == "0" }
    }
}
