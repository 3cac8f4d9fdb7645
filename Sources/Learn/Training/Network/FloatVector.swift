/// Floats at an address that vector units like, zero at first, freed with the last reference.
///
/// Not synchronised: whoever writes is alone, whoever shares only reads.
package final class FloatVector: @unchecked Sendable {
    package let count: Int
    package let start: UnsafeMutablePointer<Float>

    package init(count: Int) {
        self.count = count
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: max(64, count * 4), alignment: 64)
        start = bytes.bindMemory(to: Float.self, capacity: count)
        start.initialize(repeating: 0, count: count)
    }

    deinit { UnsafeMutableRawPointer(start).deallocate() }

    package func fill(_ value: Float) {
        start.update(repeating: value, count: count)
    }

    func copy(from other: FloatVector) {
        precondition(other.count == count, "vectors of the same length")
        start.update(from: other.start, count: count)
    }

    /// Whether no element is infinite or NaN.
    var isFinite: Bool { (0..<count).allSatisfy { start[$0].isFinite } }

    package subscript(index: Int) -> Float {
        get { start[index] }
        set { start[index] = newValue }
    }
}
