import Testing

@Suite("A device's channels for a network's inputs, by the golden vectors")
struct BindingVectorTests {
    @Test("are bound in Swift, or refused for the same reason", arguments: try Vectors.bindings())
    func swift(_ vector: BindingVector) throws {
        #expect(try vector.inSwift() == vector.expected)
    }

    @Test("are bound in C, or refused for the same reason", arguments: try Vectors.bindings())
    func c(_ vector: BindingVector) {
        #expect(vector.inC() == vector.expected)
    }

    @Test("meet every reason to refuse, and many maps")
    func coverage() throws {
        let vectors = try Vectors.bindings()
        #expect(Set(vectors.compactMap(\.misfit?.reason)) == ["rate", "channel", "scale"])
        #expect(vectors.reduce(0) { $0 + ($1.bound?.count ?? 0) } > 80)
    }

    @Test("are met by their names in devices of eleven and of 32")
    func names() throws {
        let named = try Vectors.bindings().filter { $0.device.channels.contains { $0.name != nil } }
        for count in [11, 32] {
            let vectors = named.filter { $0.device.channels.count == count }
            #expect(Set(vectors.compactMap(\.misfit?.reason)).contains("channel") && vectors.contains { $0.bound != nil })
        }
    }
}
