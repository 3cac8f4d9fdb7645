import DeviceTools
import Formatting
import TestSupport
import Testing
import Transport

/// A port whose device runs at one speed, and by whose reads time passes.
private final class TunedPort: ByteTransport {
    let name = "/dev/ttyUSB0"
    private let clock: ManualClock
    private let answer: ([UInt8]) -> [UInt8]
    private var written: [UInt8] = []

    init(_ clock: ManualClock, _ answer: @escaping ([UInt8]) -> [UInt8]) {
        self.clock = clock
        self.answer = answer
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) -> Int {
        let bytes = answer(written).prefix(buffer.count)
        written = []
        buffer.copyBytes(from: bytes)
        // A millisecond at least, or a device that always says something would never end.
        clock.now += UInt64(bytes.isEmpty ? max(timeoutMilliseconds, 1) : 1) * 1000
        return bytes.count
    }

    func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) { written += bytes }
    func close() {}
}

/// Understands a port whose bytes begin with a digit.
private final class DigitPort: InterpretingPort {
    private let port: any ByteTransport
    private(set) var otherMake = OtherMake()
    var name: String { port.name }

    init(_ port: any ByteTransport) { self.port = port }

    func read(into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) -> Int {
        let count = try port.read(into: buffer, timeoutMilliseconds: timeoutMilliseconds)
        if count > 0, (0x30...0x39).contains(buffer[0]) {
            otherMake = OtherMake(
                isUnderstood: true, findings: [Finding(.format, .ok, "digits"), Finding(.units, .notOK, "not certain")])
        }
        return 0
    }

    func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {}
    func close() {}
}

@Suite("A check-up")
struct CheckupTests {
    /// - Parameter answers: what the device does at each speed; at others it is silent.
    private func run(
        _ answers: [Int: ([UInt8]) -> [UInt8]], unsupported: Set<Int> = [], error: TransportError.Code? = nil,
        interprets: Bool = false
    ) -> (findings: [Finding], outcome: Checkup.Outcome, opened: [PortOptions]) {
        var findings: [Finding] = []
        var opened: [PortOptions] = []
        let clock = ManualClock()
        let checkup = Checkup(
            tree: MadeUpSystem(), clock: clock, shouldStop: { false },
            interpret: { port, _ in interprets ? DigitPort(port) : nil }, hasSpeed: { _ in true }
        ) {
            (path, options) throws(TransportError) in
            opened.append(options)
            if let error { throw TransportError(error, port: path, operation: "open") }
            if unsupported.contains(options.baudRate) {
                throw TransportError(.unsupportedBaudRate, port: path, operation: "sp_set_baudrate", baudRate: options.baudRate)
            }
            return TunedPort(clock, answers[options.baudRate] ?? { _ in [] })
        }
        let outcome = checkup.run(port: "/dev/ttyUSB0") { findings.append($0) }
        return (findings, outcome, opened)
    }

    private func saw(_ subject: Finding.Subject, _ findings: [Finding]) -> String {
        findings.first { $0.subject == subject }?.saw.description ?? ""
    }

    @Test("looks at things in the order in which they depend on one another")
    func order() {
        let subjects = run([:]).findings.map(\.subject)
        #expect(subjects == [.usb, .permission, .users, .opening, .baudRate, .hello, .latency])
    }

    @Test("tries every speed on a silent port, and leaves the lines alone after the first")
    func speeds() {
        let opened = run([:]).opened
        #expect(opened.map(\.baudRate) == Checkup.speeds)
        #expect(opened.map(\.dtr) == [.assert] + Array(repeating: .keep, count: Checkup.speeds.count - 1))
    }

    @Test("stops at the speed at which frames come")
    func found() {
        let result = run([57_600: { $0 }])
        #expect(result.opened.last?.baudRate == 57_600)
        #expect(saw(.baudRate, result.findings) == "no valid frame at 115200 baud, but at 57600")
    }

    @Test("tells at which speed text came")
    func text() {
        let findings = run([9600: { _ in Array("0.01,0.02\r\n".utf8) }]).findings
        #expect(saw(.baudRate, findings).hasSuffix("but text at 9600"))
        #expect(saw(.hello, findings).hasSuffix("the first line: 0.01,0.02"))
    }

    @Test("stops at the speed at which a device of another make is understood, gives it time, and says what is known of it")
    func otherMake() {
        let result = run([9600: { _ in Array("0.01,0.02\r\n".utf8) }], interprets: true)
        #expect(result.opened.last?.baudRate == 9600)
        #expect(saw(.baudRate, result.findings) == "no reading at 115200 baud, but at 9600")
        #expect(result.findings.map(\.subject).suffix(3) == [.format, .units, .latency])
        #expect(saw(.hello, result.findings).isEmpty)
    }

    @Test("passes over a speed that the port does not have")
    func unsupported() {
        #expect(run([57_600: { $0 }], unsupported: [9600]).opened.last?.baudRate == 57_600)
    }

    @Test("ends with a port that does not open")
    func closed() {
        let result = run([:], error: .busy)
        #expect(result.opened.count == 1)
        #expect(result.findings.last?.subject == .opening)
        #expect(result.findings.last?.mend?.description.contains("sudo lsof /dev/ttyUSB0") == true)
    }
}
