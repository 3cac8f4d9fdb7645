import CPtyShim
import Foundation
import Synchronization
import TestSupport
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
        var waited: Duration = .zero
        let count = try waits {
            waited = try ContinuousClock().measure { () throws in
                #expect(try port.receive(timeoutMilliseconds: 150) == [])
            }
        }
        // A machine that is late makes it more.
        #expect(waited >= .milliseconds(149))
        // Once, or a little more often; not at all would be to spin. Nothing is known where the system counts none.
        #expect((1..<10).contains(count) || mq_thread_waits() == 0)
    }

    @Test("returns at once with a time-out of 0", arguments: PortKind.available)
    func noWait(_ kind: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        let port = try kind.open(terminal.slavePath)
        let count = try waits { () throws in
            for _ in 0..<10 { #expect(try port.receive(timeoutMilliseconds: 0) == []) }
        }
        // The system may make a thread wait for something else now and then.
        #expect(count < 10)
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
        nonisolated(unsafe) let device = terminal.transport
        let heard = Mutex<[UInt8]>([])
        let reading = Background {
            while heard.withLock({ $0.last }) != 0x42, let bytes = try? device.receive(), !bytes.isEmpty {
                heard.withLock { $0 += bytes }
            }
        }
        try port.send([0x42])
        reading.join()
        let bytes = heard.withLock { $0 }
        #expect(bytes.last == 0x42 && bytes.dropLast().allSatisfy { $0 == 0x55 })
    }

    @Test("ends a waiting read with 0 when a signal arrives", arguments: PortKind.available)
    func signal(_ kind: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        nonisolated(unsafe) let port = try kind.open(terminal.slavePath)
        let reader = Mutex<UInt>(0)
        let outcome = Mutex<[UInt8]??>(nil)
        let isSeen = DispatchSemaphore(value: 0)
        let reading = Background {
            mq_let_user_signal_interrupt()
            reader.withLock { $0 = mq_this_thread() }
            // Whose time-out is beyond the test's patience.
            let bytes = try? port.receive(timeoutMilliseconds: .max)
            outcome.withLock { $0 = .some(bytes) }
            // Signals go to a thread that is still there.
            isSeen.wait()
        }
        let isOver = Patience.waits {
            let thread = reader.withLock { $0 }
            if thread != 0 { mq_interrupt_thread(thread) }
            return outcome.withLock { $0 != nil }
        }
        #expect(isOver)
        // What no signal ends, a hang-up does.
        terminal.close()
        isSeen.signal()
        reading.join()
        #expect(outcome.withLock { $0 } == .some([]))
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
