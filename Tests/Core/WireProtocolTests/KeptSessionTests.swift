import MotionCore
import Testing
import WireProtocol

/// HostDiagnosisTests have another rate under the same session id.
@Suite("A session id that is kept for other samples")
struct KeptSessionTests {
    @Test("is another session for other channels and axes too, said once, and their samples are used", arguments: [true, false])
    func kept(_ addsChannel: Bool) {
        let world = HostAndDevice()
        world.open()
        world.pass(milliseconds: 400)
        world.stream(0..<20)
        _ = world.news()
        let before = world.unusableFrames
        world.upwards = { _ in [] }
        var other = world.device.identity
        if addsChannel {
            other.sensor.addChannel(ChannelDescription(kind: 0x30, unit: .g, scale: 1, offset: 0, fullScale: 0))
        } else {
            other.sensor.axes = [2, -1, 3]
        }
        let next = world.lastIndex &+ 1
        world.send(FrameHeader(.hello, index: next, time: UInt32(truncatingIfNeeded: world.deviceTime))) { other.write(to: &$0) }
        for index in 0..<10 as Range<UInt16> {
            world.now += 10_000
            world.sendData(next &+ index, channels: other.sensor.channelCount)
        }
        #expect(world.unusableFrames == before)
        #expect(world.news() == [.greeted(rate: 100, voided: 0), .irregular(.keepsSession)])
        #expect(world.sessions == 2)
    }
}
