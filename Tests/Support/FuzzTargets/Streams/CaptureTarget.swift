import Capture
import Files
import TestSupport
import Transport

extension FuzzTarget {
    /// Captures of ports, and what a program reads that follows one.
    static let capture = FuzzTarget(
        "capture", reads: "captures of ports, and their replay",
        sources: ["Sources/Live/Capture/Format", "Sources/Live/Capture/Replay"],
        longest: 16_384,
        words: [
            "\"program\":", "\"begun\":", "\"options\":[", "\"part\":2", "\"name\":\"/dev/ttyACM0\"", "\"baud\":0",
            "\"code\":\"timed_out\"",
            "\"operation\":\"write\"", "\"errno\":5",
        ], seeds: { try CaptureSeeds.all() }, mend: CaptureMending.mend
    ) { bytes throws(FuzzFault) in
        let file: CaptureFile
        do throws(CaptureFileError) {
            file = try CaptureFile(bytes, path: "f")
        } catch {
            return try requireShort("\(error)")
        }
        let again = try? CaptureFile(file.bytes, path: "f")
        try require(again?.head == file.head, "a capture that was written has another head")
        try require(again?.records == file.records && again?.isCut == false, "a capture that was written has other records")
        let whole = ReplayedPort(file, room: 4096)
        try require(whole.isInOrder, "a replay's clock goes back")
        try require(whole == ReplayedPort(file, room: 7), "with little room a replay gives other bytes")
    }
}

/// What a program reads that opens the port of a replay again and again, and writes now and then.
private struct ReplayedPort: Equatable {
    /// The bytes of each attempt to open the port.
    private var bytes: [[UInt8]] = []
    private var failures: [TransportError.Code] = []
    private var end: UInt64 = 0
    private(set) var isInOrder = true

    /// Calls after which the program gives up: a made-up capture may be silent for a century.
    private static let mostCalls = 20_000

    init(_ file: CaptureFile, room: Int) {
        let replay = CaptureReplay(file)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
        defer { buffer.deallocate() }
        var idle = 0
        while idle < Self.mostCalls, replay.mayReopen || bytes.isEmpty, !replay.isEndAsked {
            let port: any ByteTransport
            bytes.append([])
            do throws(TransportError) {
                port = try replay.open()
            } catch {
                failures.append(error.code)
                replay.rest(microseconds: 300_000)
                continue
            }
            do throws(TransportError) {
                while idle < Self.mostCalls {
                    let before = replay.now
                    let count = try port.read(into: buffer, timeoutMilliseconds: 50)
                    isInOrder = isInOrder && replay.now >= before
                    bytes[bytes.count - 1] += buffer[..<count]
                    if count == 0 { idle += 1 }
                }
            } catch {
                failures.append(error.code)
            }
            port.close()
        }
        end = replay.now
    }
}

/// Small captures: one of every kind of record, one made from bytes, and some of those that the tests replay.
private enum CaptureSeeds {
    static func all() throws -> [[UInt8]] {
        let kept = try ["mavlink-no-motion", "native-unplugged", "native-stopped-host"].map { name in
            try WholeFile.bytes(ofFileAt: Repository.path("Tests/Support/Captures/\(name).capture"), limit: 1 << 20)
        }
        return kept + [CaptureFile(head: head, records).bytes, CaptureFile(head: head, made).bytes]
    }

    private static let head = CaptureHead(
        program: "motionq 0.1.0", system: "Linux x86_64", begun: "2026-12-01T12:00:00Z", verb: "run", baud: 9600,
        options: ["--format", "text"])

    private static let port = Array(CapturedPort(name: "/dev/ttyACM0", baud: 9600, usb: "2341:805a").json.utf8)
    private static let failure = Array(#"{"code":"disconnected","operation":"write","errno":5}"#.utf8)

    private static let records: [CaptureRecord] = [
        CaptureRecord(.drawn, at: 0, [1, 2, 3, 4]), CaptureRecord(.refused, at: 10, failure), CaptureRecord(.rested, at: 300_010),
        CaptureRecord(.opened, at: 300_020, port), CaptureRecord(.written, at: 300_030, [1, 2]),
        CaptureRecord(.read, at: 301_000, Array("1,2,3\n".utf8)), CaptureRecord(.read, at: 351_000),
        CaptureRecord(.untaken, at: 352_000, [9]), CaptureRecord(.missing, at: 352_000, [UInt8](repeating: 255, count: 24)),
        CaptureRecord(.missing, at: 352_500, [UInt8](repeating: 255, count: 24)),
        CaptureRecord(.lost, at: 353_000, failure), CaptureRecord(.closed, at: 353_010), CaptureRecord(.opened, at: 400_000, port),
        CaptureRecord(.note, at: 400_000, Array("{}".utf8)), CaptureRecord(.read, at: 401_000, [0, 255]),
        CaptureRecord(.ended, at: 402_000), CaptureRecord(.closed, at: 402_000),
    ]

    private static let made: [CaptureRecord] =
        [CaptureRecord(.opened, at: 0, port)]
        + (1..<9).map { CaptureRecord(.arrived, at: $0 * 40_000, Array("\($0),2,3,4,5,6\n".utf8)) }
}
