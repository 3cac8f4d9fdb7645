import Testing

@Suite("A damaged stream")
struct DamageTests {
    @Test("gives both implementations the same frames and counters, 20,000 times")
    func agreement() throws {
        var streams = RandomStream(seed: 3)
        for round in 0..<20_000 {
            let stream = streams.next()
            let (swift, c) = (Codec.swift.receive([stream[...]]), Codec.c.receive([stream[...]]))
            let isSame = swift.frames == c.frames && swift.counters == c.counters
            try #require(isSame, "round \(round): \(stream)")
        }
    }

    @Test("meets every rule of sections 3 and 7, so that the agreement means something", arguments: Codec.allCases)
    func coverage(_ codec: Codec) {
        var streams = RandomStream(seed: 3)
        var sum = Counters()
        var losses = Losses()
        for _ in 0..<2_000 {
            let reception = codec.receive([streams.next()[...]])
            sum += reception.counters
            losses.lostSamples += reception.losses.lostSamples
            losses.restarts += reception.losses.restarts
            losses.sessions += reception.losses.sessions
        }
        let least = [
            sum.frames, sum.framingErrors, sum.crcErrors, sum.versionMismatches, sum.unknown, sum.malformed, sum.beforeSync,
        ].min()
        #expect(least ?? 0 >= 50, "\(sum)")
        #expect(min(losses.lostSamples, losses.restarts, losses.sessions) >= 50, "\(losses)")
    }
}
