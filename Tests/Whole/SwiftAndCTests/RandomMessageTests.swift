import Randomness
import Testing

@Suite("A random message")
struct RandomMessageTests {
    @Test(
        "is read by the other implementation with all its fields, and sent back byte for byte",
        arguments: [(sender: Codec.swift, receiver: Codec.c, seed: 1 as UInt64), (sender: .c, receiver: .swift, seed: 2)])
    func roundTrip(_ sender: Codec, _ receiver: Codec, _ seed: UInt64) throws {
        var random = RandomMessage(generator: SeededGenerator(seed: seed))
        for round in 0..<100_000 {
            let message = random.next()
            let frame = random.frame(message, payload: try #require(sender.payload(of: message), "\(message)"))
            let wire = sender.encode(frame)
            let received = receiver.receive([wire[...]]).frames
            // Compared without #expect, which costs more than all the rest when it is met so often.
            var isSame = received == [frame]
            if isSame, let again = received.first {
                let fields = receiver.message(of: again)
                let payload = fields.flatMap(receiver.payload)
                isSame = fields == message && payload == frame.payload && receiver.encode(again) == wire
            }
            try #require(isSame, "seed \(seed), round \(round): \(message)")
        }
    }

    @Test("that holds more than a frame is shortened by both in the same way")
    func crowded() throws {
        var random = RandomMessage(generator: SeededGenerator(seed: 3))
        for round in 0..<20_000 {
            let message = Message.hello(random.crowdedHello())
            let isSame = Codec.swift.payload(of: message) == Codec.c.payload(of: message)
            try #require(isSame, "round \(round): \(message)")
        }
    }
}
