package import Formatting
package import LiveLoop
package import WireProtocol

extension LiveLines {
    /// The last line of a run: everything that was counted.
    package func summary(_ statistics: LiveStatistics, shadows: Bool) -> JSONLine {
        var line = JSONLine(type: "summary")
        line.add("samples", Int(statistics.samples))
        line.add("lost_samples", Int(statistics.lostSamples))
        line.add("windows", Int(statistics.windows))
        line.add("events", Int(statistics.entered))
        line.add("sessions", Int(statistics.sessions))
        line.add("restarts", Int(statistics.restarts))
        line.add("reconnections", Int(statistics.reconnections))
        line.add("frames", Int(statistics.frames.frames))
        line.add("bytes", Int(statistics.frames.bytes))
        line.add("framing_errors", Int(statistics.frames.framingErrors))
        line.add("crc_errors", Int(statistics.frames.crcErrors))
        line.add("unknown", Int(statistics.frames.unknown))
        line.add("version_mismatches", Int(statistics.frames.versionMismatches))
        line.add("malformed", Int(statistics.frames.malformed))
        line.add("repeated_frames", Int(statistics.repeatedFrames))
        line.add("clock_sets", Int(statistics.clockSets))
        line.add("failsafes", Int(statistics.failsafes))
        line.add("before_sync", Int(statistics.frames.beforeSync))
        line.add("commands_sent", Int(statistics.commandsSent))
        line.add("commands_repeated", Int(statistics.commandsRepeated))
        line.add("commands_dropped", Int(statistics.commandsDropped))
        line.add("commands_stale", Int(statistics.commandsStale))
        line.add("commands_denied", Int(statistics.commandsDenied))
        let settled = statistics.commandsSettled
        line.add("commands_ok", Int(settled.ok))
        line.add("commands_late", Int(settled.late))
        line.add("commands_unsupported", Int(settled.unsupported))
        line.add("commands_refused", Int(settled.refused))
        line.add("commands_lost", Int(settled.lost))
        line.add("logs_left_out", Int(statistics.logsLeftOut))
        line.add("sessions_left_out", Int(statistics.sessionsLeftOut))
        line.add("dropped_samples", Int(dropped.samples))
        line.add("dropped_windows", Int(dropped.windows))
        line.add("dropped_changes", Int(dropped.changes))
        line.add("dropped_others", Int(dropped.others))
        if shadows {
            line.add("shadow_compared", Int(statistics.shadow.compared))
            line.add("shadow_differing", Int(statistics.shadow.differing))
            line.add("shadow_decisions", Int(statistics.shadow.decisions))
            line.add("shadow_skipped", Int(statistics.shadow.skipped))
            line.add("shadow_not_recomputed", Int(statistics.shadow.notRecomputed))
            line.add("shadow_orientation_unknown", Int(statistics.shadow.orientationUnknown))
            line.add("shadow_incomparable", Int(statistics.shadow.incomparable))
        }
        if let rate = statistics.measuredRate { line.add("rate", rate, digits: 3) }
        if let p50 = statistics.latency.percentile(0.5), let p99 = statistics.latency.percentile(0.99) {
            line.add("latency_p50_us", p50, digits: 1)
            line.add("latency_p99_us", p99, digits: 1)
            line.add("latency_max_us", Int(statistics.latency.largest))
        }
        if let p50 = statistics.age.percentile(0.5), let p99 = statistics.age.percentile(0.99) {
            line.add("age_p50_ms", p50 / 1000, digits: 3)
            line.add("age_p99_ms", p99 / 1000, digits: 3)
            line.add("age_max_ms", Double(statistics.age.largest) / 1000, digits: 3)
        }
        return line
    }
}

extension FeedbackOutbox.Outcome {
    /// What became of the command, in the word of the lines.
    package var word: String { status.map { "\($0)" } ?? "lost" }

    /// `led 0`.
    package var actuatorName: String { action.actuatorName }
}

extension ShadowComparison.Verdict {
    /// The verdict in the words of the lines.
    package var words: String {
        switch self {
        case .equal: "equal"
        case .scoresDiffer: "scores differ"
        case .decisionDiffers: "decision differs"
        case .notRecomputed: "not recomputed"
        case .orientationUnknown: "orientation unknown"
        case .incomparable: "incomparable"
        }
    }
}
