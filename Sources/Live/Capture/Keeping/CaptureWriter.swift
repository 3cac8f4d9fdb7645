import Files
import Threads
package import Transport

/// Keeps what happens at a port in a file, on a thread of its own: whoever uses the port never waits for the disk.
///
/// It keeps the time, too: its clock stands still between two calls of the port, so that a replay, which knows the times of these
/// calls alone, sees the same. Everything but `finish` is for the thread that uses the port, and allocates nothing, except for what
/// is rare: openings and failures.
package final class CaptureWriter: @unchecked Sendable {
    /// Guards everything below it that changes, up to the next mark.
    private let signal = ThreadSignal()
    private var ring: CaptureRing
    private var state = State.open
    private var failure: FileError?
    // Of the thread that uses the port.
    /// Microseconds since the capture began, as they were when the last call of the port was over.
    package private(set) var now: UInt64 = 0
    private var isEndKept = false
    private let machine: () -> UInt64
    private let began: UInt64
    // Of the writing thread.
    private let file: RotatingFile
    private var hasFailed = false
    private let beginning: PartBeginning

    private enum State {
        case open
        /// Nothing comes any more.
        case closed
        /// All is written.
        case done
    }

    /// Bytes that both parts may have.
    package static let usualLimit = 64 << 20
    /// Bytes that may wait for the disk: ten seconds of a line at 921,600 baud.
    package static let usualRoom = 1 << 20
    /// After which what waits is written.
    private static let pause = Duration.milliseconds(50)

    /// Makes the file and starts the thread, which `finish` ends.
    ///
    /// - Parameters:
    ///   - limit: bytes that the file and the older part beside it may have together.
    ///   - room: bytes that may wait for the disk.
    ///   - machine: microseconds since any moment, never going back.
    package init(
        creating path: String, _ head: CaptureHead, limit: Int = usualLimit, room: Int = usualRoom,
        machine: @escaping () -> UInt64
    ) throws(CaptureFileError) {
        for taken in [path, RotatingFile.older(path)] where FileKind(at: taken) != nil { throw .present(taken) }
        let begun = PartBeginning(head)
        do throws(FileError) {
            file = try RotatingFile(creating: path, limit: limit) { begun.bytes(of: $0) }
        } catch {
            throw .file(error)
        }
        (beginning, self.machine, began) = (begun, machine, machine())
        ring = CaptureRing(capacity: room)
        do throws(NoThread) { try OwnThread.start { self.write() } } catch { throw .noThread("\(error)") }
    }

    // MARK: What happens at the port

    /// Opens the port, and keeps that it was opened, or why it was not.
    ///
    /// - Parameter facts: what is known of the port of a name.
    package func opening(
        _ facts: (_ name: String) -> CapturedPort, _ open: () throws(TransportError) -> any ByteTransport
    ) throws(TransportError) -> any ByteTransport {
        do throws(TransportError) {
            let port = try open()
            var facts = facts(port.name)
            if !port.hasSpeed { facts.baud = 0 }
            keep(.opened, Array(facts.json.utf8))
            return CapturedTransport(port, in: self)
        } catch {
            keep(.refused, Array(CapturedFailure.json(error).utf8))
            throw error
        }
    }

    /// A call of the port, or a rest between two, is over: the clock moves on.
    func keep(_ kind: CaptureRecord.Kind, _ bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)) {
        now = max(now, machine() - began)
        put(kind, bytes)
    }

    /// Keeps what happened between two calls, at the time of the first.
    private func put(_ kind: CaptureRecord.Kind, _ bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)) {
        signal.lock()
        defer { signal.unlock() }
        guard state == .open, failure == nil else { return }
        var rest = bytes[...]
        repeat {
            let piece = rest.prefix(CaptureFormat.longest)
            ring.append(kind, at: now, UnsafeRawBufferPointer(rebasing: piece))
            rest = rest.dropFirst(piece.count)
        } while !rest.isEmpty
        if ring.isHalfFull { signal.raise() }
    }

    private func keep(_ kind: CaptureRecord.Kind, _ bytes: [UInt8]) { bytes.withUnsafeBytes { keep(kind, $0) } }

    func lost(_ error: TransportError) { keep(.lost, Array(CapturedFailure.json(error).utf8)) }

    /// A rest between two attempts is over.
    package func rested() { keep(.rested) }

    /// The end was asked for.
    package func endAsked() {
        guard !isEndKept else { return }
        isEndKept = true
        put(.ended)
    }

    /// Keeps facts or findings.
    ///
    /// - Parameter json: an object.
    package func note(_ json: String) { Array(json.utf8).withUnsafeBytes { put(.note, $0) } }

    /// Draws a session's number.
    package func draw() -> UInt32 {
        let number = UInt32.random(in: 1...UInt32.max)
        withUnsafeBytes(of: number.littleEndian) { put(.drawn, $0) }
        return number
    }

    // MARK: The end

    /// Writes what waits, and closes the file.
    ///
    /// - Throws: what kept the capture from being whole, as a disk that is full.
    package func finish() throws(CaptureFileError) {
        signal.lock()
        defer { signal.unlock() }
        if state == .open { state = .closed }
        signal.raise()
        while state != .done { signal.wait() }
        if let failure { throw .file(failure) }
    }

    // MARK: On the writing thread

    private func write() {
        var payload: [UInt8] = []
        while true {
            signal.lock()
            if state == .open, !ring.isHalfFull { _ = signal.wait(until: ThreadSignal.deadline(in: Self.pause)) }
            let isOver = state != .open
            signal.unlock()
            while let record = take(&payload) { write(record, payload) }
            guard isOver else { continue }
            // Only now there is room for it, for certain.
            settle()
            while let record = take(&payload) { write(record, payload) }
            return end()
        }
    }

    private func settle() {
        signal.lock()
        defer { signal.unlock() }
        ring.settle(at: now)
    }

    /// One record: the lock is held for the time that copying it takes.
    private func take(_ payload: inout [UInt8]) -> (letter: UInt8, time: UInt64)? {
        signal.lock()
        defer { signal.unlock() }
        return ring.take(into: &payload)
    }

    private func write(_ record: (letter: UInt8, time: UInt64), _ payload: [UInt8]) {
        guard !hasFailed else { return }
        let since = record.time - beginning.time
        do throws(FileError) {
            try file.append(CaptureFormat.bytes(record.letter, since: since, payload))
            beginning.follow(record.letter, record.time, payload)
        } catch {
            fail(error)
        }
    }

    private func end() {
        do throws(FileError) { try file.finish() } catch { fail(error) }
        signal.lock()
        defer { signal.unlock() }
        state = .done
        signal.raise()
    }

    private func fail(_ error: FileError) {
        hasFailed = true
        signal.lock()
        defer { signal.unlock() }
        failure = failure ?? error
    }
}

/// What each part of a capture begins with.
private final class PartBeginning {
    private var head: CaptureHead
    /// Of the newest record that was written.
    private(set) var time: UInt64 = 0
    /// The port as it was opened, as JSON; empty: it is closed.
    private var port: [UInt8] = []

    init(_ head: CaptureHead) { self.head = head }

    /// A record was written.
    func follow(_ letter: UInt8, _ time: UInt64, _ payload: [UInt8]) {
        self.time = time
        switch CaptureRecord.Kind(rawValue: letter) {
        case .opened: port = payload
        case .closed: port = []
        default: break
        }
    }

    /// The head's time is that of the record before, so that the times of all parts are those of one capture.
    func bytes(of part: Int) -> [UInt8] {
        head.part = part
        return CaptureFormat.beginning + CaptureFormat.bytes(CaptureRecord.Kind.head.rawValue, since: time, Array(head.json.utf8))
            + (port.isEmpty ? [] : CaptureFormat.bytes(CaptureRecord.Kind.open.rawValue, since: 0, port))
    }
}
