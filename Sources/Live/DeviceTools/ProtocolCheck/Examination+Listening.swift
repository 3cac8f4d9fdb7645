import Formatting
import MotionCore
import Transport
import WireProtocol

/// What a device does without being asked (PROTOCOL.md §2.1, §4, §6.1, §6.5).
extension Examination {
    /// Milliseconds: longer than the period of HELLO.
    private static let listening = 6600

    /// Lets it talk for some seconds, with a sign of life and a TIMESYNC every second.
    func listen() throws(LineStop) {
        let (frames, isCalm) = try undisturbed { () throws(LineStop) in try hearFrames() }
        if !isCalm {
            skip([.helloPeriod, .heartbeatPeriod, .drift, .firstSampleTime, .longestWait, .rate], Self.stoodStill)
        }
        judgeForms(frames)
        judgeHelloPeriod(frames)
        judgeHeartbeats(frames)
        judgeDrift(frames)
        judgeStream(frames)
    }

    private func hearFrames() throws(LineStop) -> [Heard] {
        let began = ear.heard.count
        let end = line.now + UInt64(Self.listening) * 1000
        while line.now < end {
            try send(HostFrames.heartbeat(HeartbeatMessage(), now: line.now))
            try send(HostFrames.timeSync(now: line.now))
            try pass(milliseconds: Int(min(1_000_000, end - line.now) / 1000) + 1)
        }
        return Array(ear.heard[began...])
    }

    private func judgeForms(_ frames: [Heard]) {
        settle(
            .payloads,
            ear.malformed.first.map { "\(ear.malformed.count) frames break the rules of their type, the first of type \($0)" },
            "\(ear.heard.count) frames, none malformed", mend: "give payloads the lengths and values of the tables of §6")
        let counting = frames.first { !$0.isData && $0.header.count != 0 }
        settle(
            .headerCount, counting.map { "a frame of type \($0.header.type) has count \($0.header.count)" }, "in every frame",
            mend: "send 0 in byte 8 of every header but DATA's")
    }

    private func judgeHelloPeriod(_ frames: [Heard]) {
        let hellos = ear.heard.filter { $0.kind == .hello }.map(\.at)
        // The last one before, from which on the first of these frames are counted.
        let first = frames.first.flatMap { frame in hellos.lastIndex { $0 < frame.at } } ?? 0
        let times = hellos[first...] + [line.now]
        let gap = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
        settle(
            .helloPeriod, gap > 6_000_000 ? String(printing: "none for %.1f s", Double(gap) / 1e6) : nil,
            String(printing: "%.1f s at most without", Double(gap) / 1e6), mend: "send HELLO every 5 s without being asked")
    }

    /// Of all HELLOs that came in the whole examination.
    func judgeAnnouncements() {
        let hellos = ear.heard.filter { $0.kind == .hello }
        let second = hellos.first { one in
            hellos.contains { $0.hello?.session == one.hello?.session && $0.payload != one.payload }
        }
        settle(
            .oneAnnouncement, second.map { "HELLOs of session \($0.hello?.session ?? 0) announce different things" },
            "\(hellos.count) HELLOs", mend: "draw a new session id when what HELLO announces changes")
        judgeDescriptions(after: hellos)
    }

    /// Whether CHANNELS describe what a HELLO announces, before the next one.
    private func judgeDescriptions(after hellos: [Heard]) {
        let announced = hellos.filter { $0.hello?.describedChannels != nil }
        guard !announced.isEmpty else { return pass(.channelsDescribed, "HELLO describes all channels itself") }
        let mend: Sentence = "send frames that describe all channels, each with a name of its own, after each HELLO"
        for hello in announced {
            let next = hellos.first { $0.at > hello.at }?.at ?? line.now
            // Two HELLOs in a row leave no time for the pages of the first.
            guard next - hello.at >= UInt64(Self.answerWait) * 1000, let message = hello.hello else { continue }
            let pages = ear.heard.filter { $0.kind == .channels && $0.at >= hello.at && $0.at < next }
            var description = SensorDescription(rate: message.sensor.rate)
            for channel in pages.flatMap({ $0.channels(of: message.session) })
            where description.channelCount < message.channelsOfData {
                description.addChannel(channel)
            }
            if description.channelCount < message.channelsOfData {
                let told = "\(description.channelCount) of \(message.channelsOfData) channels are described after a HELLO"
                return fail(.channelsDescribed, told, mend: mend)
            }
            if let fault = description.textFault {
                return fail(.channelsDescribed, "what is told of the channels cannot be used: \(fault)", mend: mend)
            }
        }
        let names = announced.last?.hello?.channelsOfData ?? 0
        pass(.channelsDescribed, "\(names) channels after \(announced.count) HELLOs")
    }

    private func judgeHeartbeats(_ frames: [Heard]) {
        let beats = frames.filter { $0.kind == .heartbeat }
        let times = [frames.first?.at ?? line.now] + beats.map(\.at) + [line.now]
        let gap = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
        guard beats.count >= 2, gap <= 1_600_000 else {
            fail(
                .heartbeatPeriod, beats.isEmpty ? "none came" : String(printing: "none for %.1f s", Double(gap) / 1e6),
                mend: "send HEARTBEAT every second, from boot on")
            skip([.uptime, .framesReceived], "HEARTBEATs are missing")
            return judgeBoot(beats.first)
        }
        pass(.heartbeatPeriod, String(printing: "%d in %.1f s", beats.count, Double(Self.listening) / 1000))
        judgeBoot(beats.first)
        judgeUptime(beats)
        judgeCount(beats)
    }

    private func judgeUptime(_ beats: [Heard]) {
        guard !isReplay else { return skip(.uptime, Self.ofReplays) }
        let wrong = zip(beats, beats.dropFirst()).compactMap { first, second -> (told: Int, passed: Double)? in
            guard let before = first.heartbeat, let after = second.heartbeat else { return nil }
            let told = Int(after.uptime.distance(from: before.uptime))
            let passed = Double(second.header.time &- first.header.time) / 1000
            return abs(Double(told) - passed) > passed / 10 + 20 ? (told, passed) : nil
        }.first
        settle(
            .uptime, wrong.map { String(printing: "it grew by %d ms while the clock went on by %.0f ms", $0.told, $0.passed) },
            "by milliseconds, as the clock's microseconds", mend: "tell the milliseconds since boot, which never fall")
    }

    private func judgeCount(_ beats: [Heard]) {
        guard let first = beats.first, let last = beats.last, let before = first.heartbeat, let after = last.heartbeat else {
            return
        }
        let counted = Int(after.framesReceived.distance(from: before.framesReceived))
        let meant = sent.count { $0 > first.at && $0 <= last.at }
        settle(
            .framesReceived, counted < 1 || counted > meant + 4 ? "\(meant) were sent, and \(counted) counted" : nil,
            "\(meant) were sent, and \(counted) counted", mend: "count every frame that is delivered (§3 rule 7), and only those")
    }

    /// A boot is seen if the uptime began after the port was opened.
    private func judgeBoot(_ beat: Heard?) {
        guard let beat, let uptime = beat.heartbeat?.uptime, UInt64(uptime) * 1000 <= beat.at - opened else {
            return skip(.helloBeforeData, "it did not boot while it was watched")
        }
        let first = ear.heard.first
        settle(
            .helloBeforeData,
            first.map { $0.kind != .hello || $0.header.isReply ? "the first frame after boot was of type \($0.header.type)" : nil }
                ?? nil,
            "HELLO was the first frame", mend: "send HELLO at boot, unasked, before anything else")
    }

    /// How fast its clock runs, by TIMESYNC.
    private func judgeDrift(_ frames: [Heard]) {
        let answers = frames.filter { $0.kind == .timeSync }
        guard !hasFailed(.timeSyncRepeats), !hasFailed(.timeSyncOrder), !hasFailed(.oneClock) else {
            return skip(.drift, "TIMESYNC's answers cannot be relied on")
        }
        guard let first = answers.first, let last = answers.last, let before = first.timeSync, let after = last.timeSync,
            Int64(bitPattern: after.requested &- before.requested) > 3_000_000
        else { return skip(.drift, "too few answers came") }
        // The middle of each exchange by both clocks.
        let here = (Double(after.requested &- before.requested) + Double(last.at - first.at)) / 2
        let there =
            (Double(after.received &- before.received) + Double(after.answered &- before.answered)) / 2
        let parts = (there / here - 1) * 1e6
        if abs(parts) <= 100_000 { clockSpeed = there / here }
        settle(
            .drift, abs(parts) > 100_000 ? String(printing: "it runs %.1f %% wrong", parts / 1e4) : nil,
            String(printing: "%.0f ppm over %.1f s", parts, here / 1e6),
            mend: "t2 and t3 are microseconds: look at the timer's divider")
    }
}
