package import Transport

/// Plays a capture: a port that does what the captured one did, and a clock of its own, which moves only as the port is used. So
/// whatever follows the device does the same each time.
///
/// Where a program behaves as the one did that kept the capture, each call gets its own record. Where it behaves otherwise, as a
/// later version may, the port goes on in the records' order: a call for bytes passes over what the captured program wrote, and a
/// write that the captured program did not make is taken and forgotten; both are counted. One thread owns it.
package final class CaptureReplay {
    package let head: CaptureHead
    /// Microseconds since the capture began.
    package private(set) var now: UInt64 = 0
    /// Writes of which the captured program's differ, or that it did not make, and those of it that were not made.
    package var differences: Int { isMade ? 0 : counted }
    private var counted = 0
    /// Whether it was not kept at a port, so that nothing is known of what was written.
    private let isMade: Bool
    /// Records that the disk was too slow for.
    package private(set) var missing: UInt64 = 0
    private let records: [CaptureRecord]
    private var place = 0
    private var numbers: ArraySlice<UInt32>
    private var hasBegun = false
    private var isEnded = false
    /// Called with the time that the clock is about to show.
    private let wait: (UInt64) -> Void

    /// - Parameter wait: called with each new time, in microseconds since the capture began; a replay in real time waits for it.
    package init(_ capture: CaptureFile, wait: @escaping (UInt64) -> Void = { _ in }) {
        (head, records, self.wait) = (capture.head, capture.records, wait)
        isMade = !capture.records.contains { $0.kind == .read }
        numbers =
            capture.records.filter { $0.kind == .drawn && $0.payload.count == 4 }
            .map { UInt32(CaptureFormat.number($0.payload[...])) }[...]
        // A capture of which the first part is gone begins where the second does.
        if head.part > 1, let first = records.first { now = first.time }
    }

    // MARK: What does not come from the device

    /// Whether the end was asked for at this place.
    package var isEndAsked: Bool {
        if !isEnded, next?.kind == .ended {
            take()
            isEnded = true
        }
        return isEnded
    }

    /// Whether the port can be opened again.
    package var mayReopen: Bool { records[place...].contains { $0.kind == .opened || $0.kind == .refused } }

    /// Passes so much time without the port.
    package func rest(microseconds: UInt64) {
        guard let record = next, record.kind == .rested else { return advance(to: now + microseconds) }
        take()
    }

    /// The number that was drawn; beyond those of the capture, numbers that are the same each time.
    package func draw() -> UInt32 { numbers.popFirst() ?? UInt32(truncatingIfNeeded: 0x4D51_0000 + place) }

    // MARK: The port

    /// Opens the port as it was opened next.
    ///
    /// - Throws: why it could not be opened, or that it is not opened any more.
    package func open() throws(TransportError) -> any ByteTransport {
        // Whoever waited for a port that was not there yet was told of nothing.
        let waits = !hasBegun && records[place...].contains { $0.kind == .opened || $0.kind == .open }
        hasBegun = true
        while let record = next {
            take()
            switch record.kind {
            case .opened, .open:
                guard let port = decoded(CapturedPort.self, record.payload) else { continue }
                return ReplayedTransport(self, port)
            case .refused where !waits: throw failure(record, at: "device")
            case .written, .untaken: counted += 1
            default: continue
            }
        }
        throw TransportError(.notFound, port: "device", operation: "open")
    }

    /// See `ByteTransport.read`.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32, rest: inout ArraySlice<UInt8>, port: String
    ) throws(TransportError) -> Int {
        while rest.isEmpty {
            guard let record = next else { throw TransportError(.disconnected, port: port, operation: "read") }
            switch record.kind {
            case .read:
                take()
                guard !record.payload.isEmpty else { return 0 }
                rest = record.payload[...]
            case .arrived:
                let deadline = now + UInt64(max(0, timeoutMilliseconds)) * 1000
                guard record.time <= deadline else {
                    advance(to: deadline)
                    return 0
                }
                take()
                rest = record.payload[...]
            case .lost:
                take()
                throw failure(record, at: port)
            case .written, .untaken:
                counted += 1
                take()
            case .ended:
                isEnded = true
                take()
            default: take()
            }
        }
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
    }

    /// See `ByteTransport.write`.
    func write(_ bytes: UnsafeRawBufferPointer, port: String) throws(TransportError) {
        switch next?.kind {
        case .written, .untaken:
            guard let record = take() else { return }
            if !record.payload.elementsEqual(bytes) { counted += 1 }
            if record.kind == .untaken { throw TransportError(.timedOut, port: port, operation: "write") }
        case .lost:
            guard let record = next, failure(record, at: port).operation == "write" else { return counted += 1 }
            take()
            throw failure(record, at: port)
        default: counted += 1
        }
    }

    /// The captured program closed the port, too.
    func close() {
        if next?.kind == .closed { take() }
    }

    // MARK: Records

    /// The next one that a call waits for.
    private var next: CaptureRecord? {
        while place < records.count {
            switch records[place].kind {
            case .note, .drawn, nil: place += 1
            case .missing:
                // A made-up capture may claim more than a number holds.
                let (sum, isTooMany) = missing.addingReportingOverflow(CaptureFormat.number(records[place].payload.suffix(8)))
                missing = isTooMany ? .max : sum
                place += 1
            default: return records[place]
            }
        }
        return nil
    }

    @discardableResult
    private func take() -> CaptureRecord? {
        guard let record = next else { return nil }
        place += 1
        advance(to: record.time)
        return record
    }

    private func advance(to time: UInt64) {
        guard time > now else { return }
        wait(time)
        now = time
    }

    private func failure(_ record: CaptureRecord, at port: String) -> TransportError {
        decoded(CapturedFailure.self, record.payload)?.error(at: port)
            ?? TransportError(.disconnected, port: port, operation: "read")
    }
}
