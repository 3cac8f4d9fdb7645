import Fleet
import Testing

@Suite("The models of a shard")
struct ModelShelfTests {
    @Test("are found by their names, with or without their files' end; no name is the usual one")
    func names() throws {
        let shelf = ModelShelf(
            usual: try SeatBench.entry("usual.safetensors"), others: [try SeatBench.entry("wand.safetensors", labels: 5)])
        #expect(shelf.entry("wand")?.name == "wand.safetensors" && shelf.entry("wand.safetensors")?.name == "wand.safetensors")
        #expect(shelf.entry("")?.name == "usual.safetensors" && shelf.entry("usual")?.name == "usual.safetensors")
        #expect(shelf.entry("../wand") == nil && shelf.entry("none") == nil)
    }
}
