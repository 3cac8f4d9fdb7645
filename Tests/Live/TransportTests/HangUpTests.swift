import CPtyShim
import Foundation
import Synchronization
import Testing
import Transport

@Suite("A hang-up")
struct HangUpTests {
    @Test("ends a waiting read within 200 ms, and the wait costs no processor time", arguments: PortKind.available)
    func endsRead(_ kind: PortKind) throws {
        nonisolated(unsafe) let terminal = try PseudoTerminal.open()
        let port = try kind.open(terminal.slavePath)
        let hungUpAt = Mutex<ContinuousClock.Instant?>(nil)
        let usedBefore = mq_thread_cpu_microseconds()
        try withBackground(
            afterMilliseconds: 300,
            {
                hungUpAt.withLock { $0 = .now }
                terminal.close()
            },
            during: {
                #expect(port.readFailure(timeoutMilliseconds: 10_000) == .disconnected)
                let seenAt = ContinuousClock.now
                let start = try #require(hungUpAt.withLock { $0 })
                #expect(seenAt - start < .milliseconds(200))
            })
        #expect(mq_thread_cpu_microseconds() - usedBefore < 50_000)
    }

    @Test("is reported again by every further call, at once", arguments: PortKind.available)
    func repeats(_ kind: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        let port = try kind.open(terminal.slavePath)
        terminal.close()
        let spent = ContinuousClock().measure {
            for _ in 0..<10 {
                #expect(port.readFailure() == .disconnected)
                #expect(port.writeFailure() == .disconnected)
            }
        }
        #expect(spent < .milliseconds(500))
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
        let closer = Background(afterMilliseconds: 100) { terminal.close() }
        let tooMuch = [UInt8](repeating: 0x55, count: 1 << 20)
        let error = failure { () throws(TransportError) in try port.send(tooMuch, timeoutMilliseconds: 10_000) }
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

    /// Runs `during` while `work` waits its turn on another thread; returns when both have ended.
    private func withBackground(
        afterMilliseconds delay: Int, _ work: @escaping @Sendable () -> Void, during: () throws -> Void
    ) rethrows {
        let background = Background(afterMilliseconds: delay, work)
        defer { background.join() }
        try during()
    }
}
