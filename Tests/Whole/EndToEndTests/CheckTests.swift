import Foundation
import TestSupport
import Testing

@Suite("check")
struct CheckTests {
    /// What it says of a simulated device at these settings.
    private func check(_ settings: [String] = []) throws -> (result: Motionq.Result, rules: [[String: Any]], summary: [String: Any])
    {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let link = motionq.path("board")
        let device = try motionq.start(["simulate", "--link", link, "--json"] + settings)
        #expect(device.waits(for: "ready"))
        let result = try motionq.run("check", "--port", link, "--json")
        device.end()
        let objects = try result.objects()
        return (result, objects.filter { $0["type"] as? String == "rule" }, objects.last ?? [:])
    }

    /// Rules with a time in them, to which SimulatedDeviceTests hold the simulator: here a busy machine may be late for them.
    private static let timed: Set<String> = [
        "hello_comes", "hello_answer", "hello_reply_flag", "hello_reply_unanswered", "unknown_tag", "timesync_answer",
        "timesync_repeats", "one_clock", "drift", "hello_period", "heartbeat_period", "uptime", "frames_received", "data_comes",
        "first_sample_time", "longest_wait", "rate", "config_empty", "config_impossible", "config_broken", "config_rate",
        "feedback_answer", "ack_time", "duplicate", "actuator_told", "late", "early", "superseded", "unsupported",
        "refused_pattern", "refused_time_to_live", "duration", "failsafe", "failsafe_told", "goodbye", "one_announcement",
    ]

    @Test("finds no rule broken by the simulator: 0, and nothing on standard error")
    func simulator() throws {
        let (result, all, summary) = try check()
        let late = all.filter { $0["verdict"] as? String == "failed" && Self.timed.contains($0["rule"] as? String ?? "") }
        let rules = all.filter { rule in !late.contains { $0["rule"] as? String == rule["rule"] as? String } }
        let open = rules.filter { $0["verdict"] as? String != "passed" }
        #expect(result.status == (late.isEmpty ? 0 : 65) && result.errors.isEmpty, "\(open)")
        guard late.isEmpty else { return }
        // Whether it booted while it was watched is a matter of milliseconds.
        let untold = Self.timed.union(["hello_before_data"])
        let others = open.compactMap { $0["rule"] as? String }.filter { !untold.contains($0) }
        #expect(others == ["hello_network", "session_tag", "index_goes_on"])
        #expect(summary["failed"] as? Int == 0 && summary["passed"] as? Int == rules.count - open.count)
    }

    @Test("judges neither rate nor waits of a simulator that replays faster: 0")
    func replay() throws {
        let (result, rules, _) = try check(["--speed", "4"])
        #expect(result.status == 0, "\(rules.filter { $0["verdict"] as? String == "failed" })")
        let rate = try #require(rules.first { $0["rule"] as? String == "rate" })
        #expect(rate["verdict"] as? String == "not_applicable")
    }

    @Test("says that there is no such port: 69")
    func noDevice() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let result = try motionq.run("check", "--port", motionq.path("none"), "--json")
        #expect(result.status == 69 && result.output.isEmpty && !result.errors.isEmpty)
    }

    @Test("is gone at once when interrupted: 130")
    func interrupted() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let link = motionq.path("board")
        let device = try motionq.start(["simulate", "--link", link, "--json"])
        #expect(device.waits(for: "ready"))
        let host = try motionq.start(["check", "--port", link, "--json"])
        #expect(host.waits(for: "hello_answer"))
        #expect(host.end().status == 130)
        device.end()
    }
}
