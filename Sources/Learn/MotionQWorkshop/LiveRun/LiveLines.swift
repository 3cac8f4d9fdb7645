package import Formatting
package import LiveLoop
package import MotionCore
import MotionRecognition
package import WireProtocol

/// A live run as JSON Lines, for programs: one object for whatever happens, as docs/COMMANDS.md describes them.
package final class LiveLines: LiveObserver {
    private let labels: [String]
    /// Whether samples are shown, one a line.
    package let wantsSamples: Bool
    private let wording: any Wording
    /// Takes each line.
    package let write: (JSONLine) -> Void
    /// What nobody took in time, so far.
    private(set) var dropped = DroppedMoments()
    private var session = 0
    /// The names of the channels of the session's device.
    private var channelNames: [String] = []
    /// What is known of iron about a device's magnetometer.
    private let iron: (HelloMessage) -> IronCorrection?
    /// Of a device with a magnetic field, where samples are shown.
    private var heading: HeadingFollower?

    /// - Parameters:
    ///   - labels: of the model; empty without one.
    ///   - showsSamples: whether samples are shown, one a line.
    ///   - iron: what is known of it about a device's magnetometer; its heading stands in the lines of samples.
    ///   - wording: of the reasons in the lines.
    ///   - write: takes each line, on the thread that reports.
    package init(
        labels: [String], showsSamples: Bool, iron: @escaping (HelloMessage) -> IronCorrection? = { _ in nil },
        wording: any Wording, write: @escaping (JSONLine) -> Void
    ) {
        self.iron = iron
        self.labels = labels
        wantsSamples = showsSamples
        self.wording = wording
        self.write = write
    }

    package func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        var line = JSONLine(type: "link")
        switch change {
        case .opened(let port):
            line.add("state", "opened")
            line.add("port", port)
        case .session(let hello):
            session += 1
            channelNames = hello.sensor.channelNames
            if wantsSamples { heading = HeadingFollower(hello.sensor, iron: iron(hello)) }
            line.add("state", "session")
            line.add("session", session)
            line.add("id", Int(hello.session))
            line.add("name", hello.name.text)
            line.add("unique_id", hello.uniqueID.hexadecimal)
            if hello.library.count > 0 { line.add("library", hello.library.text) }
            if let network = hello.network { line.add("network", network.hexadecimal) }
            line.add("rate", Double(hello.sensor.rate))
            line.add("channels", channelNames.enumerated().map { channel($1, hello.sensor.channels[$0]) })
        case .otherNetwork(let device, let model, _):
            line.add("state", "other_network")
            line.add("network", device.hexadecimal)
            line.add("model_network", model.hexadecimal)
        case .otherLibrary(let device):
            line.add("state", "other_library")
            line.add("library", device.text)
        case .actuatorsMissing(let names, _):
            line.add("state", "actuators_missing")
            line.add("actuators", names)
        case .gap(let samples):
            heading?.restart()
            line.add("state", "gap")
            line.add("lost", samples)
        case .restarted:
            heading?.restart()
            line.add("state", "restarted")
        case .unlikeLearned(let verdict):
            line.add("state", "unlike_learned")
            line.add("kind", verdict.misreading.kind.rawValue)
            if let reason = verdict.reason { line.add("reason", reason.worded(by: wording)) }
        case .clockSet: line.add("state", "clock_set")
        case .clockUnknown: line.add("state", "clock_unknown")
        case .resampled(let rate):
            line.add("state", "resampled")
            line.add("device_rate", rate.device, digits: 3)
            line.add("model_rate", rate.model, digits: 3)
            line.add("delay_ms", rate.seconds * 1000, digits: 3)
        case .rangesWanted(let channels, let seconds):
            line.add("state", "ranges_wanted")
            line.add("channels", channels)
            line.add("seconds", seconds, digits: 3)
        case .rangesSmall(let channels, let seconds):
            line.add("state", "ranges_small")
            line.add("channels", channels)
            line.add("seconds", seconds, digits: 3)
        case .rangesFound(let ranges, let usual):
            line.add("state", "ranges_found")
            var found = JSONLine()
            for (name, range) in ranges.sorted(by: { $0.key < $1.key }) { found.add(name, [range.low, range.high]) }
            line.add("ranges", found)
            line.add("usual", usual)
        case .rateWrong(let mismatch):
            line.add("state", "rate_wrong")
            line.add("announced_rate", mismatch.announced, digits: 3)
            line.add("measured_rate", mismatch.measured, digits: 3)
            line.add("by_host_clock", mismatch.byHostClock)
            line.add("paused", mismatch.isPaused)
        case .rateRight: line.add("state", "rate_right")
        case .failsafe: line.add("state", "failsafe")
        case .irregular(let found):
            line.add("state", "irregular")
            line.add("rule", found.word)
            line.add("reason", found.sentence)
        case .helloRefused(let fault):
            line.add("state", "hello_refused")
            line.add("item", "\(fault)")
            line.add("reason", fault.sentence)
        case .helloMissing(let frames):
            line.add("state", "hello_missing")
            line.add("frames", Int(frames))
        case .channelsMissing: line.add("state", "channels_missing")
        case .loopback: line.add("state", "loopback")
        case .silent: line.add("state", "silent")
        case .mute: line.add("state", "mute")
        case .unintelligible(let bytes):
            line.add("state", "unintelligible")
            line.add("bytes", Int(bytes))
        case .statistics:
            line.add("state", "statistics")
            line.add("damaged_frames", Int(statistics.frames.crcErrors + statistics.frames.framingErrors))
            if let rate = statistics.measuredRate { line.add("measured_rate", rate, digits: 3) }
            if let time = statistics.clockRoundTrip { line.add("clock_round_trip_ms", Double(time) / 1000, digits: 3) }
            if let drift = statistics.clockDrift { line.add("clock_drift_ppm", Int(drift)) }
        case .disconnected(let error):
            line.add("state", "disconnected")
            line.add("reason", Sentence(of: error).worded(by: wording))
        case .reopening(let error):
            line.add("state", "reopening")
            line.add("reason", Sentence(of: error).worded(by: wording))
        }
        line.add("samples", Int(statistics.samples))
        line.add("lost_samples", Int(statistics.lostSamples))
        write(line)
    }

    private func channel(_ name: String, _ channel: ChannelDescription) -> JSONLine {
        var line = JSONLine()
        line.add("name", name)
        line.add("kind", Int(channel.kind))
        line.add("unit", channel.unitText)
        line.add("scale", Double(channel.scale), digits: 12)
        line.add("offset", Double(channel.offset), digits: 12)
        line.add("full_scale", Double(channel.fullScale))
        if channel.text.rate > 0 { line.add("rate", Double(channel.text.rate)) }
        return line
    }

    package func windowClassified(_ live: LiveWindow) {
        var line = JSONLine(type: "window")
        line.add("session", session)
        line.add("end_sample", live.window.endSample)
        line.add("slot", live.window.slot)
        line.add("label", labels[live.window.label])
        line.add("probability", live.window.probability.q15Value, digits: 9)
        if live.window.isUnknown { line.add("unknown", true) }
        var probabilities = JSONLine()
        for (label, probability) in zip(labels, live.probabilities) { probabilities.add(label, probability.q15Value, digits: 9) }
        line.add("probabilities", probabilities)
        line.add("decision", live.decision.label.map { labels[$0] } ?? "unknown")
        line.add("confidence", live.decision.confidence.q15Value)
        line.add("time_ms", Double(live.streamTime) / 1000, digits: 3)
        line.add("latency_us", Int(live.latency))
        write(line)
        guard live.decision.phase == .enter || live.decision.phase == .exit, let label = live.decision.active else { return }
        var event = event(label, live.decision.phase == .enter ? "enter" : "exit", live.streamTime)
        event.add("confidence", live.decision.confidence.q15Value)
        event.add("commands", live.commands)
        write(event)
    }

    package func labelAbandoned(_ label: Int, streamTime: UInt64) {
        write(event(label, "exit", streamTime))
    }

    private func event(_ label: Int, _ phase: String, _ streamTime: UInt64) -> JSONLine {
        var line = JSONLine(type: "event")
        line.add("label", labels[label])
        line.add("phase", phase)
        line.add("time_ms", Double(streamTime) / 1000, digits: 3)
        return line
    }

    package func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) {
        var line = JSONLine(type: "feedback")
        line.add("seq", Int(outcome.sequence))
        line.add("actuator", outcome.actuatorName)
        line.add("status", outcome.word)
        line.add("round_trip_ms", Double(outcome.roundTrip) / 1000, digits: 3)
        if let age = outcome.age { line.add("age_ms", Double(age) / 1000, digits: 3) }
        line.add("attempts", Int(outcome.attempts))
        write(line)
    }

    package func windowShadowed(_ comparison: ShadowComparison) {
        guard comparison.verdict != .equal else { return }
        var line = JSONLine(type: "shadow")
        line.add("verdict", comparison.verdict.words)
        line.add("last_index", Int(comparison.message.lastIndex))
        line.add("slot", Int(comparison.message.slot))
        line.add("device", comparison.deviceScores.map { Int($0) })
        line.add("host", comparison.hostScores.map { Int($0) })
        write(line)
    }

    package func messageReceived(_ message: DeviceMessage) {
        switch message {
        case .log(let level, let text):
            var line = JSONLine(type: "log")
            line.add("level", Int(level))
            line.add("text", text)
            write(line)
        case .event(let event):
            var line = JSONLine(type: "device_event")
            line.add("kind", Int(event.kind))
            line.add("which", Int(event.which))
            line.add("value", Int(event.value))
            write(line)
        case .leftOut(let logs, let sessions):
            var line = JSONLine(type: "left_out")
            line.add("logs", logs)
            line.add("sessions", sessions)
            write(line)
        case .heartbeat, .configured: break
        }
    }

    package func samplesReceived(_ samples: LiveSamples) {
        guard wantsSamples else { return }
        for index in 0..<samples.count {
            var line = JSONLine(type: "sample")
            line.add("session", session)
            line.add("time_us", Int(samples.streamTime(index)))
            line.add("counts", (0..<samples.channels).map { Int(samples.rawCount(index, $0)) })
            var values = JSONLine()
            for (channel, name) in channelNames.enumerated() where samples.hasValue(index, channel) {
                values.add(name, samples.value(index, channel), digits: 9)
            }
            line.add("values", values)
            if let heading = heading?.push(samples, at: index) {
                line.add("heading", heading.degrees, digits: 1)
                line.add("heading_calm", heading.isCalm)
            }
            write(line)
        }
    }

    package func momentsDropped(_ dropped: DroppedMoments) {
        self.dropped.add(dropped)
        if dropped.samples > 0 { heading?.restart() }
        var line = JSONLine(type: "dropped")
        line.add("samples", Int(dropped.samples))
        line.add("windows", Int(dropped.windows))
        line.add("changes", Int(dropped.changes))
        line.add("others", Int(dropped.others))
        write(line)
    }
}
