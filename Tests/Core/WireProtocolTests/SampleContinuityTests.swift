import Testing
import WireProtocol

@Suite("Sample continuity")
struct SampleContinuityTests {
    static let steps: [(description: String, index: Int, count: UInt8, next: Int, lost: Int)] = [
        ("the next sample follows", 10, 4, 14, 0),
        ("one sample is missing", 10, 4, 15, 1),
        ("the index wraps between two frames", 65_532, 4, 65_536, 0),
        ("the index wraps within a frame", 65_534, 4, 65_538, 0),
        ("the last index of all is one sample", 65_535, 1, 65_536, 0),
        ("the loss lies before the wrap", 65_530, 4, 65_536, 2),
        ("the loss lies across the wrap", 65_530, 4, 65_539, 5),
        ("half of all indices", 0, 4, 32_772, 32_768),
        ("all indices but one", 0, 1, 65_536, 65_535),
        ("all indices", 0, 1, 65_537, 65_536),
        ("200,000 samples", 77, 4, 200_081, 200_000),
        ("a day", 5, 4, 8_640_009, 8_640_000),
    ]

    @Test("counts exactly what is missing, however much it is", arguments: steps)
    func loss(_ step: (description: String, index: Int, count: UInt8, next: Int, lost: Int)) {
        var stream = Stream()
        stream.data(step.index, step.count, at: 0, now: 0)
        // The device's clock wraps on the way.
        let later = UInt64(step.next - step.index) * 10_000
        let verdict = stream.data(step.next, 1, at: UInt32(truncatingIfNeeded: later), now: later)
        #expect(verdict == (step.lost == 0 ? .contiguous : .lost(step.lost)), "\(step.description)")
        #expect(stream.continuity.lostSamples == UInt64(step.lost), "\(step.description)")
    }

    @Test("counts every possible gap from every side of the wrap", arguments: [0, 1, 32_767, 65_415, 65_535])
    func everyGap(_ start: Int) {
        for gap in 0...65_535 {
            var stream = Stream()
            stream.data(start, 120, at: 0)
            stream.data(start + 120 + gap, 1, at: UInt32((120 + gap) * 10_000))
            let isExact = stream.continuity.lostSamples == UInt64(gap)
            #expect(isExact, "gap \(gap)")
        }
    }

    @Test("counts exactly with a rate that is a tenth off", arguments: [90, 110] as [Float])
    func otherRate(_ rate: Float) {
        var stream = Stream()
        stream.pace = SamplePace(rate: rate)
        stream.data(0, at: 0)
        #expect(stream.data(200_004, at: 2_000_040_000) == .lost(200_000))
    }

    @Test("without a rate counts what the index alone can tell")
    func noRate() {
        var stream = Stream()
        stream.pace = nil
        stream.data(0, at: 0)
        #expect(stream.data(60_004, at: 600_040_000) == .lost(60_000))
    }

    @Test("loses nothing before the first frame, whatever its index")
    func firstFrame() {
        var stream = Stream()
        #expect(stream.data(40_000, at: 0) == .contiguous)
        #expect(stream.continuity.lostSamples == 0)
    }

    @Test("adds losses up")
    func sum() {
        var stream = Stream()
        for frame in 0..<100 {
            let now = UInt64(frame) * 500_010_000
            stream.data(frame * 50_001, 1, at: UInt32(truncatingIfNeeded: now), now: now)
        }
        #expect(stream.continuity.lostSamples == 99 * 50_000)
    }

    /// What a device sends besides DATA, in a form that only a device sends.
    private static let deviceTypes: [MessageKind] = [.hello, .timeSync, .heartbeat, .prediction, .ack, .log, .event]

    @Test("believes what any other type shows to be missing when DATA confirms it, once", arguments: deviceTypes)
    func otherTypes(_ kind: MessageKind) {
        var stream = Stream()
        stream.data(0, at: 0)
        // A count in such a header means nothing.
        let seen = stream.take(FrameHeader(kind, isReply: kind == .timeSync, index: 6, time: 60_000, count: 9))
        let after = stream.data(6, at: 60_000)
        #expect(seen == .contiguous)
        #expect(after == .lost(2))
        #expect(stream.continuity.lostSamples == 2)
    }

    @Test("believes it also if no DATA follows for a second")
    func noMoreData() {
        var stream = Stream()
        stream.data(0, at: 0)
        stream.heartbeat(6, at: 60_000)
        #expect(stream.heartbeat(6, at: 1_059_999) == .contiguous)
        #expect(stream.heartbeat(6, at: 1_060_000) == .lost(2))
        #expect(stream.heartbeat(6, at: 2_060_000) == .contiguous)
        #expect(stream.continuity.lostSamples == 2)
    }

    @Test("believes it at the end of the stream")
    func end() {
        var stream = Stream()
        stream.data(0, at: 0)
        stream.heartbeat(6, at: 60_000)
        stream.continuity.end()
        #expect(stream.continuity.lostSamples == 2)
    }

    @Test("loses nothing to a sensor that rests for longer than an index takes to come round, while the device tells that it lives")
    func rest() {
        var stream = Stream()
        stream.data(0, at: 0)
        for second in UInt32(1)...2000 { #expect(stream.heartbeat(4, at: second * 1_000_000) == .contiguous) }
        #expect(stream.data(4, at: 2_000_500_000) == .contiguous)
        #expect(stream.data(9, at: 2_000_550_000) == .lost(1))
        #expect(stream.continuity.lostSamples == 1)
    }

    @Test("loses nothing to a device that counts waiting samples as sent, and knows it by that")
    func countsWaiting() {
        var stream = Stream()
        stream.data(0, at: 0)
        stream.heartbeat(6, at: 60_000)
        #expect(stream.data(4, at: 40_000) == .contiguous)
        #expect(stream.continuity.countsWaiting)
        #expect(stream.continuity.lostSamples == 0)
    }

    @Test(
        "does not look at echoes of what only a host sends",
        arguments: [MessageKind.config, .feedback, .timeSync, .labels, .goodbye])
    func echoes(_ kind: MessageKind) {
        var stream = Stream()
        stream.data(0, at: 500_000)
        let seen = stream.take(FrameHeader(kind, sessionTag: 5, index: 600, time: 1))
        #expect(seen == .contiguous)
        #expect(stream.data(4, at: 540_000) == .contiguous)
        #expect(stream.continuity.lostSamples == 0)
    }
}

@Suite("A frame that comes again, late or out of order")
struct RepetitionTests {
    @Test("is counted and not used, and nothing is lost by it")
    func repeated() {
        var stream = Stream()
        stream.data(100, at: 0)
        stream.data(104, at: 40_000)
        #expect(stream.data(104, at: 40_000) == .repeated)
        #expect(stream.data(100, at: 0) == .repeated)
        #expect(stream.data(108, at: 80_000) == .contiguous)
        #expect(stream.continuity.lostSamples == 0)
        #expect(stream.continuity.repeatedFrames == 2)
    }

    @Test("is known by its checksum if it is no DATA")
    func repeatedButton() {
        var stream = Stream()
        stream.data(0, at: 0)
        let press = FrameHeader(.event, index: 4, time: 45_000)
        #expect(stream.take(press, checksum: 7) == .contiguous)
        #expect(stream.take(press, checksum: 7) == .repeated)
        #expect(stream.take(press, checksum: 8) == .contiguous)
    }

    @Test("counts as lost if it was overtaken: received and lost are what was sent")
    func overtaken() {
        var stream = Stream()
        stream.data(0, at: 0)
        #expect(stream.data(8, at: 80_000) == .lost(4))
        #expect(stream.data(4, at: 40_000) == .repeated)
        #expect(stream.data(12, at: 120_000) == .contiguous)
        #expect(stream.continuity.lostSamples == 4)
    }

    @Test("loses nothing if it is a heartbeat that was overtaken")
    func overtakenHeartbeat() {
        var stream = Stream()
        stream.data(0, at: 0)
        stream.data(4, at: 40_000)
        #expect(stream.heartbeat(4, at: 40_000) == .contiguous)
        #expect(stream.data(8, at: 80_000) == .contiguous)
        #expect(stream.continuity.lostSamples == 0)
    }

    @Test("is a restart if its index goes back though its time goes on")
    func indexGoesBack() {
        var stream = Stream()
        stream.data(1000, at: 0)
        #expect(stream.data(4, at: 40_000) == .restarted)
        #expect(stream.continuity.lostSamples == 0)
    }
}

@Suite("A frame that holds its samples long")
struct HoldingTests {
    @Test("is in order, and its delay is told", arguments: [90_000, 800_000, 9_000_000] as [UInt32])
    func held(_ delay: UInt32) {
        var stream = Stream()
        stream.data(0, at: 0)
        for round in 1..<5 as Range<UInt32> {
            stream.heartbeat(Int(round) * 4, at: round * 40_000 + delay)
            #expect(stream.data(Int(round) * 4, at: round * 40_000, now: UInt64(round * 40_000 + delay)) == .contiguous)
            #expect(stream.continuity.held == Int64(delay))
        }
        #expect(stream.continuity.restarts == 0)
    }

    @Test("tells of a loss as any other does")
    func loss() {
        var stream = Stream()
        stream.data(0, at: 0)
        stream.heartbeat(6, at: 500_000)
        #expect(stream.data(6, at: 60_000, now: 500_000) == .lost(2))
    }
}

@Suite("A device's clock")
struct ClockJumpTests {
    @Test(
        "that was set is no restart: samples go on, and so does the time of the stream",
        arguments: [600_000_000, 4_000_000_000] as [UInt32])
    func set(_ jump: UInt32) {
        var stream = Stream()
        for frame in 0..<100 { stream.data(frame * 4, at: UInt32(frame * 40_000)) }
        let before = stream.continuity.streamTime
        #expect(stream.data(400, at: 4_000_000 &+ jump, now: 4_000_000) == .clockSet)
        #expect(stream.continuity.streamTime == before)
        #expect(stream.data(404, at: 4_040_000 &+ jump, now: 4_040_000) == .contiguous)
        #expect(stream.continuity.streamTime == before + 40_000)
        #expect(stream.continuity.lostSamples == 0)
        #expect(stream.continuity.clockSets == 1)
    }

    static let boots: [(description: String, uptime: UInt64)] = [
        ("three minutes", 180_000_000), ("36 minutes: its clock seems to go on", 2_160_000_000),
        ("60 minutes", 3_600_000_000), ("72 minutes: its clock has wrapped", 4_320_000_000),
        ("three hours", 10_800_000_000),
    ]

    @Test("that begins again with the index is a restart whose HELLO was lost, after any time", arguments: boots)
    func boot(_ example: (description: String, uptime: UInt64)) {
        var stream = Stream()
        let index = Int(example.uptime / 10_000)
        for frame in 0..<50 {
            let now = example.uptime + UInt64(frame) * 40_000
            stream.data(index + frame * 4, at: UInt32(truncatingIfNeeded: now), now: now)
        }
        // It takes three seconds to boot.
        let now = example.uptime + 5_000_000
        #expect(stream.data(0, at: 50_000, now: now) == .restarted, "\(example.description)")
        #expect(stream.data(4, at: 90_000, now: now + 40_000) == .contiguous)
        #expect(stream.continuity.lostSamples == 0, "\(example.description)")
    }

    @Test("is not judged by the host's if bytes waited: a host that was stopped reads them late")
    func stoppedHost() {
        var stream = Stream()
        for frame in 0..<100 { stream.data(frame * 4, at: UInt32(frame * 40_000)) }
        // What waited comes all at once, and then what came after a loss.
        for frame in 100..<130 {
            #expect(stream.data(frame * 4, at: UInt32(frame * 40_000), now: 11_500_000) == .contiguous)
        }
        #expect(stream.data(1148, at: 11_480_000, now: 11_500_000) == .lost(628))
        #expect(stream.continuity.restarts == 0)
    }

    @Test("may be five percent off", arguments: [0.95, 1.05])
    func drift(_ factor: Double) {
        var stream = Stream()
        for frame in 0..<10_000 {
            let time = UInt32(truncatingIfNeeded: Int(Double(frame) * 40_000 * factor))
            #expect(stream.data(frame * 4, at: time, now: UInt64(frame) * 40_000) == .contiguous)
        }
    }

    @Test("of a replay runs as it likes")
    func replay() {
        var stream = Stream()
        stream.isReplay = true
        for frame in 0..<1000 {
            #expect(stream.data(frame * 4, at: UInt32(frame * 40_000), now: UInt64(frame) * 400) == .contiguous)
        }
    }

    @Test("whose uptime falls has booted")
    func uptime() {
        var stream = Stream()
        stream.heartbeat(0, at: 1_000_000, uptime: 1000)
        stream.heartbeat(0, at: 2_000_000, uptime: 2000)
        #expect(stream.heartbeat(0, at: 3_000_000, uptime: 500) == .restarted)
    }
}
