import Recordings
import Simulation
import TestSupport
import Transport

/// A simulated device behind a port without delay. Time passes only while somebody waits for its bytes.
final class SimulatedPort: ByteTransport, DeviceLine {
    let name = "/dev/ttyUSB0"
    let clock = ManualClock()
    private let device: SimulatedDevice

    /// A minute of a sensor that lies still, at 50 Hz.
    init(_ options: SimulatorOptions = SimulatorOptions()) {
        var session = RecordedSession(name: "still", subject: nil)
        for sample in 0..<3000 {
            session.labels.append("rest")
            session.timestamps.append(Double(sample) * 20)
            session.values += [0, 0, 1, 0, 0, 0]
        }
        let recording = Recording(path: "still.csv", sessions: [session])
        device = SimulatedDevice(recording: recording, options: options, now: clock.now) { _ in }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) -> Int {
        let end = clock.now + UInt64(max(timeoutMilliseconds, 0)) * 1000
        while true {
            device.advance(now: clock.now)
            let bytes = device.arriving.prefix(buffer.count)
            if !bytes.isEmpty {
                buffer.copyBytes(from: bytes)
                device.consume(bytes.count)
                return bytes.count
            }
            guard clock.now < end else { return 0 }
            clock.now = min(end, max(device.nextWake(after: clock.now), clock.now + 1))
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
        device.receive(bytes, now: clock.now)
    }

    func close() {}

    // MARK: As a line

    var now: UInt64 { clock.now }

    func send(_ bytes: [UInt8]) throws(LineStop) { bytes.withUnsafeBytes { device.receive($0, now: clock.now) } }

    func receive(until time: UInt64) throws(LineStop) -> [UInt8] {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { room.deallocate() }
        let wait = time > now ? (time - now + 999) / 1000 : 0
        do throws(TransportError) {
            let count = try read(into: room, timeoutMilliseconds: Int32(wait))
            return Array(room[..<count])
        } catch {
            throw .transport(error)
        }
    }
}
