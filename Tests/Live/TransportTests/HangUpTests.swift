import Foundation
import Testing
import Transport

@Suite("A hang-up")
struct HangUpTests {
    @Test("ends a read that has gone to sleep, long before its time-out", arguments: PortKind.available)
    func endsRead(_ kind: PortKind) throws {
        nonisolated(unsafe) let terminal = try PseudoTerminal.open()
        let port = try kind.open(terminal.slavePath)
        let reader = WaitingThread()
        let closer = Background {
            // One that spins never sleeps.
            #expect(reader.sleeps)
            terminal.close()
        }
        reader.begin()
        #expect(port.readFailure(timeoutMilliseconds: .max) == .disconnected)
        closer.join()
    }

    @Test("is reported again by every further call, at once", arguments: PortKind.available)
    func repeats(_ kind: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        let port = try kind.open(terminal.slavePath)
        terminal.close()
        let count = waits {
            for _ in 0..<10 {
                #expect(port.readFailure() == .disconnected)
                #expect(port.writeFailure() == .disconnected)
            }
        }
        #expect(count < 10)
        port.close()
    }

    @Test("fails the first write after it", arguments: PortKind.available)
    func failsWrite(_ kind: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        let port = try kind.open(terminal.slavePath)
        terminal.close()
        #expect(port.writeFailure() == .disconnected)
    }

    @Test("ends a write that waits for room", arguments: PortKind.available)
    func endsWrite(_ kind: PortKind) throws {
        nonisolated(unsafe) let terminal = try PseudoTerminal.open()
        let port = try kind.open(terminal.slavePath)
        let writer = WaitingThread()
        let closer = Background {
            #expect(writer.sleeps)
            terminal.close()
        }
        let tooMuch = [UInt8](repeating: 0x55, count: 1 << 20)
        writer.begin()
        let error = failure { () throws(TransportError) in try port.send(tooMuch) }
        closer.join()
        #expect(error?.code == .disconnected)
    }

    @Test("comes after the bytes that were sent before it, on the device's side")
    func deliversFirstOnMaster() throws {
        let terminal = try PseudoTerminal.open(keepsSlaveOpen: false)
        let port = try DescriptorTransport.open(terminal.slavePath)
        try port.send(everyByte)
        port.close()
        #expect(try terminal.transport.receive(exactly: 256) == everyByte)
        #expect(terminal.transport.readFailure() == .disconnected)
    }

    private func socketPair() throws -> (near: DescriptorTransport, far: DescriptorTransport) {
        var ends: [Int32] = [-1, -1]
        #if os(Linux)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
        return (try DescriptorTransport(adopting: ends[0], name: "near"), try DescriptorTransport(adopting: ends[1], name: "far"))
    }

    @Test("comes after the bytes that were sent before it, on a socket, in small reads")
    func deliversFirstOnSocket() throws {
        let (near, far) = try socketPair()
        try far.send(everyByte)
        far.close()
        var received: [UInt8] = []
        while received.count < 256 { received += try near.receive(limit: 7) }
        #expect(received == everyByte)
        #expect(near.readFailure() == .disconnected)
    }

    @Test("of a socket fails a write without killing the process")
    func socketWithoutSignal() throws {
        let (near, far) = try socketPair()
        far.close()
        #expect(near.writeFailure() == .disconnected)
    }

    @Test("is not seen by the device while it keeps the slave side open")
    func keptSlave() throws {
        let terminal = try PseudoTerminal.open(keepsSlaveOpen: true)
        for _ in 0..<3 {
            let port = try DescriptorTransport.open(terminal.slavePath)
            port.close()
            #expect(try terminal.transport.receive(timeoutMilliseconds: 10) == [])
        }
    }
}
