/// Records that wait for the disk. Their room is taken once; what does not fit is counted.
///
/// It knows no threads: whoever shares it locks.
struct CaptureRing: ~Copyable {
    private let storage: UnsafeMutableRawBufferPointer
    private var head = 0
    private(set) var count = 0
    /// What did not fit since the last record that did.
    private var missing = (read: UInt64(0), written: UInt64(0), records: UInt64(0))

    /// A letter, a time and a length, as they lie before each record's bytes.
    private static let front = 17

    init(capacity: Int) {
        precondition(capacity >= 64, "a ring has room for a record")
        storage = .allocate(byteCount: capacity, alignment: 8)
    }

    deinit { storage.deallocate() }

    var isEmpty: Bool { count == 0 && missing.records == 0 }
    var isHalfFull: Bool { 2 * count >= storage.count }

    /// Adds a record, or counts that it does not fit. Allocates nothing.
    mutating func append(_ kind: CaptureRecord.Kind, at time: UInt64, _ bytes: UnsafeRawBufferPointer) {
        let before = missing.records > 0 ? Self.front + 24 : 0
        guard before + Self.front + bytes.count <= storage.count - count else {
            missing.records += 1
            if kind == .read { missing.read += UInt64(bytes.count) }
            if kind == .written { missing.written += UInt64(bytes.count) }
            return
        }
        settle(at: time)
        put(kind, time, bytes)
    }

    /// Tells how much is missing as soon as there is room for that.
    mutating func settle(at time: UInt64) {
        guard missing.records > 0, Self.front + 24 <= storage.count - count else { return }
        let numbers = (missing.read.littleEndian, missing.written.littleEndian, missing.records.littleEndian)
        withUnsafeBytes(of: numbers) { put(.missing, time, $0) }
        missing = (0, 0, 0)
    }

    /// Takes the oldest record.
    ///
    /// - Parameter bytes: gets what it carries.
    /// - Returns: its letter and its time; nil if none waits.
    mutating func take(into bytes: inout [UInt8]) -> (letter: UInt8, time: UInt64)? {
        guard count > 0 else { return nil }
        let letter = storage[head]
        let time = number(at: 1, count: 8)
        let length = Int(number(at: 9, count: 8))
        bytes.removeAll(keepingCapacity: true)
        let start = (head + Self.front) % storage.count
        let first = min(length, storage.count - start)
        bytes += storage[start..<start + first]
        bytes += storage[0..<length - first]
        head = (head + Self.front + length) % storage.count
        count -= Self.front + length
        return (letter, time)
    }

    private mutating func put(_ kind: CaptureRecord.Kind, _ time: UInt64, _ bytes: UnsafeRawBufferPointer) {
        put(kind.rawValue)
        for shift in stride(from: UInt64(0), to: 64, by: 8) { put(UInt8(truncatingIfNeeded: time >> shift)) }
        let length = UInt64(bytes.count)
        for shift in stride(from: UInt64(0), to: 64, by: 8) { put(UInt8(truncatingIfNeeded: length >> shift)) }
        let start = (head + count) % storage.count
        let first = min(bytes.count, storage.count - start)
        UnsafeMutableRawBufferPointer(rebasing: storage[start...]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: bytes[..<first]))
        storage.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[first...]))
        count += bytes.count
    }

    private mutating func put(_ byte: UInt8) {
        storage[(head + count) % storage.count] = byte
        count += 1
    }

    private func number(at offset: Int, count: Int) -> UInt64 {
        (0..<count).reversed().reduce(0) { $0 << 8 | UInt64(storage[(head + offset + $1) % storage.count]) }
    }
}
