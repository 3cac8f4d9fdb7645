/// Bytes of a binary message, little-endian, as a DataView in a browser reads them.
package struct PageBytes {
    package private(set) var bytes: [UInt8] = []

    package init(kind: UInt8) { bytes = [kind, 0, 0, 0] }

    package mutating func append(_ value: UInt32) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    package mutating func append(_ value: Float) { append(value.bitPattern) }

    package mutating func append(_ value: Double) {
        append(UInt32(truncatingIfNeeded: value.bitPattern))
        append(UInt32(truncatingIfNeeded: value.bitPattern >> 32))
    }
}
