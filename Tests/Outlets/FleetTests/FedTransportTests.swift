import Fleet
import Testing
import Transport

@Suite("A port whose bytes others bring")
struct FedTransportTests {
    private func read(_ transport: FedTransport, _ room: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: room)
        let count = try bytes.withUnsafeMutableBytes { try transport.read(into: $0, timeoutMilliseconds: 0) }
        return Array(bytes[..<count])
    }

    @Test("hands them out in order, in parts as large as there is room, and waits for nothing")
    func order() throws {
        let transport = FedTransport(name: "a") { _ in true }
        #expect(try read(transport, 4).isEmpty)
        for part in [[1, 2, 3], [4], [5, 6, 7, 8]] as [[UInt8]] { part.withUnsafeBufferPointer(transport.feed) }
        #expect(try [read(transport, 2), read(transport, 5), read(transport, 9)] == [[1, 2], [3, 4, 5, 6, 7], [8]])
        #expect(try !transport.hasBytes && read(transport, 1).isEmpty)
    }

    @Test("says that what nobody took is lost, and not that it has left")
    func lost() {
        let transport = FedTransport(name: "a") { _ in false }
        let error = #expect(throws: TransportError.self) {
            try [1 as UInt8].withUnsafeBytes { try transport.write($0, timeoutMilliseconds: 0) }
        }
        #expect(error?.code == .timedOut)
    }

    @Test("that is closed hands out what came before, and is gone then")
    func gone() throws {
        let transport = FedTransport(name: "a") { _ in true }
        [9 as UInt8].withUnsafeBufferPointer(transport.feed)
        transport.close()
        #expect(try read(transport, 4) == [9])
        #expect(throws: TransportError.self) { try read(transport, 4) }
    }
}
