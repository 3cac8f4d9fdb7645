import Testing
import Transport

@Suite("A port that is kept")
struct KeptPortTests {
    private final class Openings {
        var devices: [MemoryTransport] = []

        func open() throws(TransportError) -> any ByteTransport {
            let (host, device) = MemoryTransport.pair()
            devices.append(device)
            return host
        }
    }

    @Test("is opened once, and stays open when what was lent is closed")
    func stays() throws {
        let (kept, openings) = (KeptPort(), Openings())
        let first = try kept.lend(openings.open)
        first.close()
        let second = try kept.lend(openings.open)
        try openings.devices[0].send([7])
        #expect(try second.receive() == [7] && openings.devices.count == 1)
        try second.send([8])
        #expect(try openings.devices[0].receive() == [8])
    }

    @Test("is opened anew after it failed")
    func fails() throws {
        let (kept, openings) = (KeptPort(), Openings())
        let first = try kept.lend(openings.open)
        openings.devices[0].disconnect()
        #expect(throws: TransportError.self) { try first.receive() }
        #expect(kept.transport == nil)
        let second = try kept.lend(openings.open)
        try openings.devices[1].send([9])
        #expect(try second.receive() == [9])
    }

    @Test("stays open when a device takes no bytes for a while")
    func slow() throws {
        let (kept, openings) = (KeptPort(), Openings())
        let lent = try kept.lend(openings.open)
        #expect(throws: TransportError.self) { try lent.send([UInt8](repeating: 1, count: 100_000)) }
        #expect(kept.transport != nil)
    }

    @Test("is given back to the system at its end")
    func ends() throws {
        let openings = Openings()
        var kept: KeptPort? = KeptPort()
        _ = try kept?.lend(openings.open)
        kept = nil
        #expect(throws: TransportError.self) { try openings.devices[0].receive() }
    }
}
