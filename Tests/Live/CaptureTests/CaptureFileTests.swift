import Capture
import Files
import Formatting
import TestSupport
import Testing
import Transport

@Suite("A capture's file")
struct CaptureFileTests {
    @Test("holds what happened at the port, with the times at which its calls were over")
    func holds() throws {
        try withTemporaryFolder { folder in
            let kept = try Kept(folder + "/a")
            try kept.talk()
            let file = try CaptureFile(readingFileAt: kept.path)
            #expect(file.head == Kept.head && !file.isCut)
            #expect(file.records.map(\.kind) == [.opened, .read, .written, .read, .lost, .closed])
            #expect(file.records.map(\.time) == [0, 1000, 3000, 53_000, 53_010, 53_010])
            #expect(file.records[1].payload == [1, 2, 3] && file.records[2].payload == [9, 8] && file.records[3].payload == [])
        }
    }

    @Test("that is cut off anywhere reads up to its last whole record")
    func cut() throws {
        try withTemporaryFolder { folder in
            let kept = try Kept(folder + "/a")
            try kept.talk()
            let bytes = try WholeFile.bytes(ofFileAt: kept.path, limit: 1 << 20)
            let all = try kept.records()
            var counts: Set<Int> = []
            for length in bytes.indices {
                guard let file = try? CaptureFile(Array(bytes[..<length]), path: "a") else { continue }
                #expect(file.records == Array(all.prefix(file.records.count)))
                counts.insert(file.records.count)
            }
            #expect(counts == Set(0..<all.count))
        }
    }

    @Test("with a byte that is not what was written is refused, or ends before it")
    func damaged() throws {
        try withTemporaryFolder { folder in
            let kept = try Kept(folder + "/a")
            try kept.talk()
            let bytes = try WholeFile.bytes(ofFileAt: kept.path, limit: 1 << 20)
            let all = try kept.records()
            for place in bytes.indices {
                for bit in 0..<8 {
                    var damaged = bytes
                    damaged[place] ^= 1 << bit
                    guard let file = try? CaptureFile(damaged, path: "a") else { continue }
                    #expect(file.isCut && file.records == Array(all.prefix(file.records.count)), "byte \(place), bit \(bit)")
                }
            }
        }
    }

    @Test("says what is wrong with it, and how to mend that")
    func sentences() throws {
        #expect(throws: CaptureFileError.noCapture("a")) { try CaptureFile(Array("GIF89a".utf8), path: "a") }
        #expect(throws: CaptureFileError.later("a")) { try CaptureFile(Array("MQ15CAP2".utf8), path: "a") }
        try withTemporaryFolder { folder in
            let kept = try Kept(folder + "/a")
            try kept.talk()
            var bytes = try WholeFile.bytes(ofFileAt: kept.path, limit: 1 << 20)
            bytes[bytes.count - 8] ^= 1
            let error = #expect(throws: CaptureFileError.self) { try CaptureFile(bytes, path: "a") }
            #expect(error?.kind == .badData)
            #expect(error?.sentence.description.hasPrefix("a is damaged ") == true)
        }
    }

    @Test("is not written over another one")
    func present() throws {
        try withTemporaryFolder { folder in
            for name in ["a", "a.1"] {
                let taken = "\(folder)/\(name)"
                try WholeFile.replace(fileAt: taken, with: [1])
                #expect(throws: CaptureFileError.present(taken)) { try Kept(folder + "/a") }
                #expect(try WholeFile.bytes(ofFileAt: taken, limit: 10) == [1])
                WholeFile.remove(fileAt: taken)
            }
        }
    }

    @Test("keeps the newest bytes within its limit, in two parts that are read as one")
    func rotates() throws {
        try withTemporaryFolder { folder in
            let kept = try Kept(folder + "/a", limit: 4000)
            let port = try kept.open()
            for number in 0..<200 {
                kept.pass(1000)
                try kept.device.send([UInt8](repeating: UInt8(number), count: 50))
                _ = try port.receive()
            }
            try kept.writer.finish()
            let sizes = try [kept.path, kept.path + ".1"].map { try WholeFile.bytes(ofFileAt: $0, limit: 2000).count }
            #expect(sizes.allSatisfy { $0 <= 2000 })
            let file = try CaptureFile(readingFileAt: kept.path)
            #expect(file.head.part > 1)
            #expect(file.records[0].kind == .open)
            // The last byte of each, and its time, go up by one without a gap to the last.
            let numbers = file.records.dropFirst().map { Int($0.payload.last ?? 0) }
            #expect(numbers == Array(200 - numbers.count..<200) && numbers.count > 20)
            #expect(file.records.dropFirst().map(\.time) == numbers.map { UInt64($0 + 1) * 1000 })
        }
    }

    @Test("counts what the disk was too slow for")
    func missing() throws {
        try withTemporaryFolder { folder in
            let kept = try Kept(folder + "/a", room: 400)
            let port = try kept.open()
            for _ in 0..<3 {
                try kept.device.send([UInt8](repeating: 1, count: 500))
                _ = try port.receive()
            }
            try kept.writer.finish()
            let missing = try #require(try kept.records().first { $0.kind == .missing })
            #expect(missing.payload == [220, 5, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [3, 0, 0, 0, 0, 0, 0, 0])
        }
    }

    @Test(
        "names the kernel's port alone, and no path that a user chose",
        arguments: [
            ("/dev/ttyACM0", "/dev/ttyACM0"), ("/dev/pts/12", "/dev/pts/12"), ("/home/ana/board", "device"),
            ("/dev/serial/by-id/usb-Arduino_1234-if00", "device"), ("/dev/tty.usbserial-A5028", "device"),
            ("/dev/pts/../a", "device"),
        ])
    func names(_ name: String, _ told: String) { #expect(CapturedPort(name: name, baud: 0).name == told) }
}
