/// Rows of eight doubles at an address that vector units like, zero at first, freed with the last reference.
final class LaneBuffer {
    let start: UnsafeMutablePointer<Double>
    private let count: Int

    /// - Parameter rows: one value for each lane.
    init(rows: Int) {
        count = max(1, rows) * FloatOracle.lanes
        start = UnsafeMutableRawPointer.allocate(byteCount: count * 8, alignment: 64).bindMemory(to: Double.self, capacity: count)
        start.initialize(repeating: 0, count: count)
    }

    deinit { UnsafeMutableRawPointer(start).deallocate() }

    func clear() {
        start.update(repeating: 0, count: count)
    }

    /// The first lane of a row.
    func row(_ index: Int) -> UnsafeMutablePointer<Double> { start + index * FloatOracle.lanes }
}
