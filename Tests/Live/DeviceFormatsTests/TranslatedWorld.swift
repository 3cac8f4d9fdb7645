import DeviceFormats
import MotionCore
import Transport
import WireProtocol

/// A device of another make on a cable in memory, the port that speaks for it, and what a host reads there; the clock is moved by
/// hand.
final class TranslatedWorld {
    private final class Clock { var now: UInt64 = 5_000_000 }

    var device: MemoryTransport { cable.device }
    let port: TranslatedTransport
    private(set) var hello: HelloMessage?
    /// All that announced another session.
    private(set) var hellos: [HelloMessage] = []
    /// Index and time of the header, and one row for each sample.
    private(set) var frames: [(index: UInt16, time: UInt32, rows: [[Int16]])] = []
    private let clock = Clock()
    private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: FrameLimits.encoded)
    private var decoder: FrameDecoder
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 8)

    init(_ options: ForeignOptions = ForeignOptions(), bauds: [Int] = []) {
        let (host, device) = MemoryTransport.pair(capacity: 65_536)
        let cable = Cable(device)
        self.cable = cable
        decoder = FrameDecoder(buffer: memory)
        let clock = clock
        let heard = Heard()
        port = TranslatedTransport(
            host, options: options, bauds: [115_200] + bauds, reopen: { _ throws(TransportError) in cable.replug() },
            now: { clock.now },
            tell: { heard.news.append($0) })
        self.heard = heard
    }

    /// What the device is plugged into; another one each time the port is opened.
    private final class Cable {
        var device: MemoryTransport

        init(_ device: MemoryTransport) { self.device = device }

        func replug() -> MemoryTransport {
            let (host, device) = MemoryTransport.pair(capacity: 65_536)
            self.device = device
            return host
        }
    }
    private let cable: Cable

    private final class Heard { var news: [FormatNews] = [] }
    private let heard: Heard

    deinit {
        memory.deallocate()
        buffer.deallocate()
    }

    var found: FormatNews.Found? {
        heard.news.lazy.compactMap { if case .found(let found) = $0 { found } else { nil } }.first
    }
    var told: [FormatNews] { heard.news }
    var rows: [[Int16]] { frames.flatMap(\.rows) }
    /// Samples that came, and samples that the frames' indices leave out between them.
    var samples: Int { frames.reduce(0) { $0 + $1.rows.count } }
    var lost: Int {
        zip(frames.dropFirst(), frames).reduce(0) { $0 + Int($1.0.index &- $1.1.index &- UInt16($1.1.rows.count)) }
    }

    /// What the device was told since the last look.
    func heardByDevice() throws -> [UInt8] {
        let count = try device.read(into: buffer, timeoutMilliseconds: 0)
        return Array(buffer[..<count])
    }

    /// The device sends bytes, time passes, the host reads what there is.
    func send(_ bytes: [UInt8], after microseconds: UInt64, reads: Int = 20) throws {
        clock.now += microseconds
        if !bytes.isEmpty { try bytes.withUnsafeBytes { try device.write($0, timeoutMilliseconds: 0) } }
        for _ in 0..<reads { try readOnce() }
    }

    func read() throws -> Int { try port.read(into: buffer, timeoutMilliseconds: 0) }

    private func readOnce() throws {
        let count = try read()
        for byte in buffer[..<count] where decoder.push(byte) {
            switch decoder.header.kind {
            case .hello:
                let before = hello?.session
                hello = HelloMessage(decoder.payload)
                if let hello, hello.session != before { hellos.append(hello) }
            case .data:
                let channels = hello?.sensor.channelCount ?? 0
                let payload = decoder.payload
                let rows = (0..<Int(decoder.header.count)).map { row in
                    (0..<channels).map { payload.i16(2 * (row * channels + $0)) }
                }
                frames.append((decoder.header.index, decoder.header.time, rows))
            default: break
            }
        }
    }
}
