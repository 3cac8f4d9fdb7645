/// A binary message to a page, as its scripts read it: columns of the signal and of the probabilities.
public struct PageColumns {
    public let epoch: Int
    /// Number of the first column.
    public let first: Int
    /// Samples of a column.
    public let size: Int
    public let channels: Int
    public let labels: Int
    /// Samples that there were when it was told.
    public let end: Int
    /// [columns][channels × (least, greatest), labels]
    public let values: [[Float]]

    /// Traps on what is none.
    public init(_ bytes: [UInt8]) {
        func word(_ place: Int) -> UInt32 {
            var word: UInt32 = 0
            for byte in bytes[place..<place + 4].reversed() { word = word << 8 | UInt32(byte) }
            return word
        }
        func number(_ place: Int) -> Double { Double(bitPattern: UInt64(word(place + 4)) << 32 | UInt64(word(place))) }
        precondition(bytes[0] == 1)
        (epoch, first, size) = (Int(word(4)), Int(number(8)), Int(word(16)))
        (channels, labels, end) = (Int(word(24)), Int(word(28)), Int(number(32)))
        let (columns, stride) = (Int(word(20)), 2 * channels + labels)
        precondition(bytes.count == 48 + 4 * columns * stride)
        values = (0..<columns).map { column in (0..<stride).map { Float(bitPattern: word(48 + 4 * (column * stride + $0))) } }
    }
}
