import CPtyShim
import DeviceFormats
import Foundation
import Testing
import Transport

/// A device on a pseudo-terminal that libserialport takes for a serial port. What it sends can be read at one speed only: at any
/// other the bytes are those of a line that is sampled wrongly.
private final class SlowDevice {
    private let terminal: PseudoTerminal
    /// A descriptor of the same terminal, to look at its speed.
    private let probe: Int32
    private let baud: Int32
    private var sent = 0
    /// Speeds that the port was set to, each once.
    private(set) var speeds: [Int32] = []

    var path: String { terminal.slavePath }

    init(baud: Int32) throws {
        terminal = try PseudoTerminal.open()
        probe = open(terminal.slavePath, O_RDWR | O_NOCTTY)
        self.baud = baud
    }

    deinit { close(probe) }

    /// Sends a reading, as it arrives at the speed that the port has.
    func send() throws {
        let speed = mq_pty_shim_baud_rate(probe)
        if speeds.last != speed { speeds.append(speed) }
        let line = Array("\(Double(sent % 7) / 10),-0.2,0.9,0.5,0,-1\r\n".utf8)
        sent += 1
        let bytes = speed == baud ? line : line.prefix(6).map { $0 << 3 | 0x80 }
        try bytes.withUnsafeBytes { try terminal.transport.write($0, timeoutMilliseconds: 100) }
    }
}

@Suite("A serial port of unknown speed", .enabled(if: mq_pty_shim_is_available(), "needs the pseudo-terminal shim of Linux"))
struct BaudRateTests {
    private final class Heard { var (news, now) = ([FormatNews](), 5_000_000 as UInt64) }

    /// What is told of a device within so many seconds of its own.
    private func listen(
        to device: SlowDevice, _ bauds: [Int], seconds: Int, refusing: Int? = nil
    ) throws -> [FormatNews] {
        let (heard, path) = (Heard(), device.path)
        var options = ForeignOptions()
        options.units = ForeignUnits("g,rad/s")
        let port = TranslatedTransport(
            try SerialTransport.open(path, baudRate: bauds[0]), options: options, bauds: bauds,
            reopen: { baud throws(TransportError) in
                guard baud != refusing else { throw TransportError(.unsupportedBaudRate, port: path, operation: "a test") }
                return try SerialTransport.open(path, baudRate: baud)
            }, now: { heard.now }, tell: { heard.news.append($0) })
        defer { port.close() }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 8)
        defer { buffer.deallocate() }
        for _ in 0..<seconds * 50 {
            heard.now += 20_000
            try device.send()
            _ = try port.read(into: buffer, timeoutMilliseconds: 5)
        }
        return heard.news
    }

    private func found(_ news: [FormatNews]) -> FormatNews.Found? {
        news.lazy.compactMap { if case .found(let found) = $0 { found } else { nil } }.first
    }

    @Test("is opened at one usual speed after the other until lines can be read, and that speed is said")
    func cycles() throws {
        let device = try SlowDevice(baud: 57_600)
        let news = try listen(to: device, [115_200, 9600, 230_400, 57_600, 38_400], seconds: 8)
        #expect(device.speeds == [115_200, 9600, 230_400, 57_600])
        let found = try #require(self.found(news))
        #expect(found.baud == 57_600 && found.format == .text && abs(found.rate - 50) < 0.1)
    }

    @Test("is read at once where the first speed is the right one, which is not said")
    func first() throws {
        let device = try SlowDevice(baud: 115_200)
        let news = try listen(to: device, [115_200, 9600], seconds: 3)
        #expect(device.speeds == [115_200])
        #expect(news.count == 1 && found(news)?.baud == nil)
    }

    @Test("that cannot be set to a speed is tried at the next one")
    func unsupported() throws {
        let device = try SlowDevice(baud: 38_400)
        let news = try listen(to: device, [115_200, 921_600, 38_400], seconds: 5, refusing: 921_600)
        #expect(found(news)?.baud == 38_400)
    }
}
