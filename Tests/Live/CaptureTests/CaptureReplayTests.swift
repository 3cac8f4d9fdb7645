import Capture
import TestSupport
import Testing
import Transport

@Suite("A capture that is played")
struct CaptureReplayTests {
    private func replay(_ keep: (Kept) throws -> Void) throws -> CaptureReplay {
        var replay: CaptureReplay?
        try withTemporaryFolder { folder in
            let kept = try Kept(folder + "/a")
            try keep(kept)
            try kept.writer.finish()
            replay = CaptureReplay(try CaptureFile(readingFileAt: kept.path))
        }
        return try #require(replay)
    }

    @Test("gives each call what it got, at its time, and ends as it ended")
    func exact() throws {
        let replay = try replay { try $0.talk() }
        let port = try replay.open()
        #expect(port.name == "/dev/ttyACM0" && !port.hasSpeed && replay.now == 0)
        #expect(try port.receive() == [1, 2, 3] && replay.now == 1000)
        try port.send([9, 8])
        #expect(replay.now == 3000)
        #expect(try port.receive(timeoutMilliseconds: 1) == [] && replay.now == 53_000)
        #expect(throws: TransportError(.disconnected, port: "/dev/ttyACM0", operation: "read")) { try port.receive() }
        port.close()
        #expect(replay.differences == 0 && !replay.mayReopen)
    }

    @Test("goes on where what is written differs, and counts that")
    func differs() throws {
        let replay = try replay { try $0.talk() }
        let port = try replay.open()
        try port.send([5])
        #expect(try port.receive() == [1, 2, 3])
        try port.send([9, 7])
        #expect(try port.receive() == [] && replay.differences == 2)
    }

    @Test("passes over what the captured program wrote and this one does not")
    func passesOver() throws {
        let replay = try replay { try $0.talk() }
        let port = try replay.open()
        #expect(try port.receive() == [1, 2, 3])
        #expect(try port.receive() == [] && replay.differences == 1)
    }

    @Test("begins at its first record's time where the part before is gone")
    func laterPart() {
        var head = Kept.head
        head.part = 2
        let replay = CaptureReplay(CaptureFile(head: head, [CaptureRecord(.rested, at: 7_000_000)]))
        #expect(replay.now == 7_000_000)
    }

    @Test("hands out a record in pieces to a reader with little room")
    func pieces() throws {
        let replay = try replay { try $0.talk() }
        let port = try replay.open()
        #expect(try port.receive(room: 2) == [1, 2])
        #expect(try port.receive(room: 2) == [3])
    }

    @Test("hands out bytes that only arrived when they are due, and lets a time-out pass before")
    func arrived() throws {
        let capture = CaptureFile(
            head: Kept.head,
            [
                CaptureRecord(.opened, at: 0, Array(CapturedPort(name: "/dev/ttyUSB0", baud: 9600).json.utf8)),
                CaptureRecord(.arrived, at: 30_000, [1]),
            ])
        let replay = CaptureReplay(try CaptureFile(capture.bytes, path: "a"))
        let port = try replay.open()
        #expect(port.hasSpeed)
        #expect(try port.receive(timeoutMilliseconds: 20) == [] && replay.now == 20_000)
        #expect(try port.receive(timeoutMilliseconds: 20) == [1] && replay.now == 30_000)
        #expect(throws: TransportError.self) { try port.receive(timeoutMilliseconds: 20) }
    }

    @Test("opens again as it was opened again, after the failures in between")
    func reopens() throws {
        let replay = try replay { kept in
            try kept.talk(finishes: false)
            kept.pass(200_000)
            kept.writer.rested()
            _ = try? kept.writer.opening({ CapturedPort(name: $0, baud: 0) }) { () throws(TransportError) in
                throw TransportError(.notFound, port: "/dev/ttyACM0", operation: "open", errno: 2)
            }
            kept.pass(200_000)
            _ = try kept.open()
        }
        let first = try replay.open()
        while (try? first.receive()) != nil {}
        first.close()
        #expect(replay.mayReopen)
        replay.rest(microseconds: 50_000)
        #expect(replay.now == 253_010)
        #expect(throws: TransportError(.notFound, port: "device", operation: "open", errno: 2)) { try replay.open() }
        #expect(try replay.open().name == "/dev/ttyACM0")
        #expect(replay.now == 453_010 && !replay.mayReopen)
    }

    @Test("does not tell of failures before the first opening: whoever waited for the port was told of none")
    func waited() throws {
        let replay = try replay { kept in
            _ = try? kept.writer.opening({ CapturedPort(name: $0, baud: 0) }) { () throws(TransportError) in
                throw TransportError(.busy, port: "/dev/ttyACM0", operation: "open")
            }
            _ = try kept.open()
        }
        #expect(try replay.open().name == "/dev/ttyACM0")
    }

    @Test("draws the numbers that were drawn, and wants its end where it was wanted")
    func drawn() throws {
        var drawn: [UInt32] = []
        let replay = try replay { kept in
            drawn.append(kept.writer.draw())
            let port = try kept.open()
            _ = try port.receive()
            kept.writer.endAsked()
            kept.writer.endAsked()
            try port.send([1])
        }
        #expect(replay.draw() == drawn[0])
        let port = try replay.open()
        #expect(!replay.isEndAsked)
        _ = try port.receive()
        #expect(replay.isEndAsked)
        try port.send([1])
        #expect(replay.isEndAsked && replay.differences == 0)
    }

    @Test("lets its time be waited for")
    func waits() throws {
        try withTemporaryFolder { folder in
            let kept = try Kept(folder + "/a")
            try kept.talk()
            var times: [UInt64] = []
            let replay = CaptureReplay(try CaptureFile(readingFileAt: kept.path)) { times.append($0) }
            let port = try replay.open()
            while (try? port.receive()) != nil {}
            #expect(times == [1000, 3000, 53_000, 53_010])
        }
    }
}
