import Testing
import Transport

@Suite("A memory transport")
struct MemoryTransportTests {
    @Test("carries all 256 byte values both ways, in order")
    func bothWays() throws {
        let (host, device) = MemoryTransport.pair()
        try host.send(everyByte)
        try device.send(everyByte.reversed())
        #expect(try device.receive() == everyByte)
        #expect(try host.receive() == everyByte.reversed())
    }

    @Test("keeps the order while it wraps around, for every length of read", arguments: 1...9)
    func wrapsAround(_ limit: Int) throws {
        let (host, device) = MemoryTransport.pair(capacity: 7)
        var sent: UInt8 = 0
        var expected: UInt8 = 0
        for _ in 0..<200 {
            while host.writableByteCount > 0 {
                try host.send([sent])
                sent &+= 1
            }
            for byte in try device.receive(limit: limit) {
                #expect(byte == expected)
                expected &+= 1
            }
        }
    }

    @Test("returns 0 at once when it is empty, whatever the time-out")
    func empty() throws {
        let (host, device) = MemoryTransport.pair()
        let count = try waits { () throws in
            for _ in 0..<10 { #expect(try host.receive(timeoutMilliseconds: 1000) == []) }
        }
        // The system may make a thread wait for something else now and then.
        #expect(count < 10)
        device.close()
    }

    @Test("throws timedOut when it is full, and keeps what fitted")
    func full() throws {
        let (host, device) = MemoryTransport.pair(capacity: 4)
        try host.send([1, 2, 3])
        #expect(failure { () throws(TransportError) in try host.send([4, 5]) }?.code == .timedOut)
        #expect(host.writableByteCount == 0)
        #expect(device.readableByteCount == 4)
        #expect(try device.receive() == [1, 2, 3, 4])
        #expect(host.writableByteCount == 4)
    }

    @Test("delivers what is under way before a disconnection")
    func disconnects() throws {
        let (host, device) = MemoryTransport.pair()
        try device.send([1, 2])
        device.disconnect()
        #expect(try host.receive() == [1, 2])
        #expect(host.readFailure() == .disconnected)
        #expect(host.readFailure() == .disconnected)
        #expect(host.writeFailure() == .disconnected)
        #expect(device.writeFailure() == .disconnected)
    }

    @Test("disconnects the other end when this one is closed, or released")
    func closes() throws {
        let (host, device) = MemoryTransport.pair()
        try device.send([1])
        host.close()
        host.close()
        #expect(host.readFailure() == .disconnected)
        #expect(device.writeFailure() == .disconnected)

        let left = MemoryTransport.pair().host
        #expect(left.readFailure() == .disconnected)
    }
}
