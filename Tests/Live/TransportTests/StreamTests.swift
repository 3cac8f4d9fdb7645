import CPtyShim
import Foundation
import Synchronization
import Testing
import Transport

@Suite("A port over a pseudo-terminal")
struct StreamTests {
    @Test("carries all 256 byte values to the device unchanged", arguments: PortKind.available)
    func hostToDevice(_ kind: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        let port = try kind.open(terminal.slavePath)
        try port.send(everyByte)
        #expect(try terminal.transport.receive(exactly: 256) == everyByte)
    }

    @Test("carries all 256 byte values from the device unchanged", arguments: PortKind.available)
    func deviceToHost(_ kind: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        let port = try kind.open(terminal.slavePath)
        try terminal.transport.send(everyByte)
        #expect(try port.receive(exactly: 256) == everyByte)
    }

    @Test("moves a megabyte, although its buffers are far smaller", arguments: PortKind.available)
    func throughput(_ kind: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        let port = try kind.open(terminal.slavePath)
        nonisolated(unsafe) let device = terminal.transport
        let sender = Background {
            for _ in 0..<4096 { try? device.send(everyByte) }
        }
        defer { sender.join() }
        var total = 0
        var isInOrder = true
        while total < 1 << 20 {
            let bytes = try port.receive()
            if bytes.isEmpty { break }
            for (offset, byte) in bytes.enumerated() where byte != UInt8(truncatingIfNeeded: total + offset) { isInOrder = false }
            total += bytes.count
        }
        #expect(total == 1 << 20)
        #expect(isInOrder)
    }

    @Test("returns 0 when the time has passed and nothing came, and sleeps meanwhile", arguments: PortKind.available)
    func readTimeout(_ kind: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        let port = try kind.open(terminal.slavePath)
        let usedBefore = mq_thread_cpu_microseconds()
        let waited = try ContinuousClock().measure { () throws in
            #expect(try port.receive(timeoutMilliseconds: 150) == [])
        }
        #expect(waited >= .milliseconds(149))
        #expect(mq_thread_cpu_microseconds() - usedBefore < 50_000)
    }

    @Test("returns at once with a time-out of 0", arguments: PortKind.available)
    func noWait(_ kind: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        let port = try kind.open(terminal.slavePath)
        let waited = try ContinuousClock().measure { () throws in
            for _ in 0..<10 { #expect(try port.receive(timeoutMilliseconds: 0) == []) }
        }
        #expect(waited < .milliseconds(200))
    }

    @Test("stops writing with a time-out when the device takes no bytes", arguments: PortKind.available)
    func writeTimeout(_ kind: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        let port = try kind.open(terminal.slavePath)
        let tooMuch = [UInt8](repeating: 0x55, count: 1 << 20)
        let error = failure { () throws(TransportError) in try port.send(tooMuch, timeoutMilliseconds: 100) }
        #expect(error?.code == .timedOut)
        #expect(error?.port == terminal.slavePath)
    }

    @Test("can be written again after a time-out, when there is room", arguments: PortKind.available)
    func writeAfterTimeout(_ kind: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        let port = try kind.open(terminal.slavePath)
        let tooMuch = [UInt8](repeating: 0x55, count: 1 << 20)
        #expect(failure { () throws(TransportError) in try port.send(tooMuch, timeoutMilliseconds: 50) } != nil)
        while try !terminal.transport.receive(timeoutMilliseconds: 50).isEmpty {}
        try port.send([0x42])
        #expect(try terminal.transport.receive() == [0x42])
    }

    @Test("ends a waiting read with 0 when a signal arrives", arguments: PortKind.available)
    func signal(_ kind: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        nonisolated(unsafe) let port = try kind.open(terminal.slavePath)
        let reader = Mutex<UInt>(0)
        let outcome = Mutex<(bytes: [UInt8]?, waited: Duration)?>(nil)
        let reading = Background {
            mq_let_user_signal_interrupt()
            reader.withLock { $0 = mq_this_thread() }
            let start = ContinuousClock.now
            let bytes = try? port.receive(timeoutMilliseconds: 5000)
            outcome.withLock { $0 = (bytes, .now - start) }
        }
        while reader.withLock({ $0 }) == 0 { usleep(1000) }
        usleep(100_000)
        mq_interrupt_thread(reader.withLock { $0 })
        reading.join()
        let (bytes, waited) = try #require(outcome.withLock { $0 })
        #expect(bytes == [])
        #expect(waited < .seconds(3))
    }

    @Test("throws disconnected from every call after it was closed", arguments: PortKind.available)
    func closed(_ kind: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        let port = try kind.open(terminal.slavePath)
        port.close()
        port.close()
        #expect(port.readFailure() == .disconnected)
        #expect(port.writeFailure() == .disconnected)
    }
}
