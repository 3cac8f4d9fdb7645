import Testing
import WireProtocol

@Suite("What a device's frames take on its line")
struct LineLoadTests {
    @Test(
        "is what PROTOCOL.md's budget says, and what HELLO, HEARTBEAT and answers take",
        arguments: [(6, 200, 3_200), (6, 1_000, 12_800), (6, 25, 700), (9, 100, 50 * 52)] as [(Int, Float, Float)])
    func budget(channels: Int, rate: Float, data: Float) {
        #expect(abs(LineLoad(channels: channels, rate: rate).bytesPerSecond - LineLoad.rest - data) < 0.01)
    }

    @Test("at 115,200 baud lets six channels go up to some 830 Hz")
    func most() {
        #expect(LineLoad(channels: 6, rate: 830).fits(baud: 115_200))
        #expect(!LineLoad(channels: 6, rate: 850).fits(baud: 115_200))
        #expect(LineLoad(channels: 6, rate: 1_000).fits(baud: 230_400))
        #expect(!LineLoad(channels: 6, rate: .greatestFiniteMagnitude).fits(baud: 921_600))
    }

    @Test("grows with each prediction by its frame and that of the DATA that it cuts in two")
    func predictions() {
        let without = LineLoad(channels: 6, rate: 50)
        var load = without
        load.addPredictions(perSecond: 10, labels: 4)
        #expect(abs(load.bytesPerSecond - without.bytesPerSecond - 10 * (16 + 16 + 12 + 8)) < 0.01)
        load = without
        load.addPredictions(perSecond: 10, labels: 200)
        #expect(abs(load.bytesPerSecond - without.bytesPerSecond - 10 * (16 + 16 + 12)) < 0.01)
    }
}
