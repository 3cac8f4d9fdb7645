import Foundation
import TestSupport
import Testing
import WireProtocol

/// What happens when the host dies, the board resets, or the line is bad.
@Suite("A board in an emulator, when something goes wrong", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct FaultTests {
    /// A host that has just had a light lit.
    private func host(_ motionq: Motionq, _ board: Emulator, port: String? = nil) throws -> Motionq.Running {
        let image = try FirmwareImage.demo()
        let host = try motionq.start(["run", "--port", port ?? board.line, "--model", image.model, "--shadow", "--json"])
        #expect(host.waits(for: "\"phase\":\"enter\"", seconds: 60))
        #expect(host.waits(for: "\"status\":\"ok\"", seconds: 5))
        return host
    }

    private func board(_ motionq: Motionq) throws -> Emulator {
        let counts = motionq.path("counts")
        #expect(try motionq.run("dataset", "counts", "--output", counts, "--seed", "3").status == 0)
        return try Emulator(FirmwareImage.demo(), counts: counts)
    }

    @Test("turns its lights off 2 s after its host was killed, by itself")
    func killed() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let board = try board(motionq)
        let host = try host(motionq, board)
        #expect(try !board.lights().isDark)
        host.kill()
        let killed = Date()
        // Still lit after 0.9 s, so that it was not the host who turned it off. (Its last frame may have been a second old.)
        Thread.sleep(forTimeInterval: 0.9)
        #expect(try !board.lights().isDark)
        while try !board.lights().isDark, Date().timeIntervalSince(killed) < 5 { Thread.sleep(forTimeInterval: 0.02) }
        #expect(Date().timeIntervalSince(killed) < 2.5)
    }

    @Test("begins another session after a reset; the host starts its windows over and says so")
    func reset() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let board = try board(motionq)
        let host = try host(motionq, board)
        try board.monitor("system_reset")
        #expect(host.waits(for: "\"state\":\"session\"", times: 2, seconds: 10))
        #expect(host.waits(for: "\"end_sample\":40,", times: 2, seconds: 10))
        let result = host.end()
        #expect(result.status == 0, "\(result.errors)")
        let objects = try result.objects()
        let sessions = objects.filter { $0["state"] as? String == "session" }
        #expect(sessions.map { $0["session"] as? Int } == [1, 2])
        #expect(sessions[0]["id"] as? Int != sessions[1]["id"] as? Int)
        let windows = objects.filter { $0["type"] as? String == "window" && $0["session"] as? Int == 2 }
        #expect(windows.first?["end_sample"] as? Int == 40)
        let summary = try #require(objects.last)
        #expect(summary["sessions"] as? Int == 2)
        #expect(summary["shadow_differing"] as? Int == 0)
    }

    @Test("on a line that damages bytes both ways stays in step: nothing stuck, nothing misapplied, no stale command")
    func damaged() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let board = try board(motionq)
        let line = try BadLine(board, at: board.folder.appending(path: "host").path)
        let image = try FirmwareImage.demo()
        let host = try motionq.start(["run", "--port", line.path, "--model", image.model, "--shadow", "--json"])
        #expect(host.waits(for: "\"type\":\"window\"", seconds: 30))
        // So much that many windows break and a third of the commands do not get through at once.
        line.damage(toHost: 0.0007, toBoard: 0.01)
        Thread.sleep(forTimeInterval: 40)
        line.damage(toHost: 0, toBoard: 0)
        let before = host.text.components(separatedBy: "\"type\":\"window\"").count
        // Nothing is stuck: windows come again, and commands are acknowledged.
        #expect(host.waits(for: "\"type\":\"window\"", times: before + 20, seconds: 20))
        host.interrupt()
        let ended = Date().timeIntervalSince1970
        let result = host.wait()
        #expect(result.status == 0, "\(result.errors)")
        let summary = try #require(try result.objects().last)
        #expect((summary["crc_errors"] as? Int ?? 0) + (summary["framing_errors"] as? Int ?? 0) > 10)
        #expect(summary["shadow_differing"] as? Int == 0)
        #expect((summary["shadow_compared"] as? Int ?? 0) > 20)
        #expect((summary["commands_ok"] as? Int ?? 0) >= 6)
        Thread.sleep(forTimeInterval: 2.5)
        #expect(try board.lights().isDark)

        // The device counted what it refused, and told.
        #expect(line.heartbeat.crcErrors + line.heartbeat.framingErrors > 0)
        // Every change of a light is that of a command which the host had sent less than its time to live before, and each at most
        // once; or it is the failsafe's, because for two seconds nothing of the host's came through.
        let changes = try board.changes().filter { $0.time < ended }
        #expect(changes.count >= 6)
        var explained: Set<UInt16> = []
        for change in changes {
            let command = line.commands.first { command in
                let age = change.time - command.time
                return command.light == change.light && command.isOn == change.isOn && !explained.contains(command.sequence)
                    && age > -0.01 && age < command.timeToLive + 0.05
            }
            if let command {
                explained.insert(command.sequence)
            } else {
                let isFailsafe = !change.isOn && !line.boardHeardHost(between: change.time - 1.95, and: change.time - 0.05)
                #expect(isFailsafe, "\(change) is explained by none of \(line.commands)")
            }
        }
    }
}
