import Foundation
import TestSupport
import Testing

@Suite("A device that announces 50 Hz and sends 100 samples a second")
struct WrongRateTests {
    /// What `run` says until the rate is wrong, and for a while longer.
    ///
    /// - Parameter windows: so many more are waited for; 0: what would make ten of them goes by.
    private func said(_ arguments: [String], windows: Int) throws -> [[String: Any]] {
        let world = try SmallWorld()
        defer { world.remove() }
        let board = Board()
        board.rate = 100
        let puppet = try Puppet(board.act)
        defer { puppet.end() }
        let live = try world.motionq.start(world.run("--json", port: puppet.path) + arguments)
        #expect(live.waits(for: "rate_wrong"))
        let before = live.text.components(separatedBy: #""type":"window""#).count - 1
        if windows > 0 {
            #expect(live.waits(for: #""type":"window""#, times: before + windows))
        } else {
            // `run` tells of a gap when it comes to it, after the samples that came before.
            board.leaveOut(7, after: 50)
            #expect(live.waits(for: #""state":"gap","lost":7"#))
        }
        return try live.end().objects()
    }

    @Test("is told once, with both figures")
    func told() throws {
        let told = try said([], windows: 0).filter { $0["state"] as? String == "rate_wrong" }
        #expect(told.count == 1)
        #expect(told.first?["announced_rate"] as? Double == 50)
        #expect(abs((told.first?["measured_rate"] as? Double ?? 0) - 100) < 5, "\(told)")
    }

    @Test("gets no more predictions")
    func paused() throws {
        let lines = try said([], windows: 0)
        let place = try #require(lines.firstIndex { $0["state"] as? String == "rate_wrong" })
        #expect(lines[place]["paused"] as? Bool == true)
        #expect(!lines[place...].contains { $0["type"] as? String == "window" })
    }

    @Test("gets them with --trust-rate")
    func trusted() throws {
        let lines = try said(["--trust-rate"], windows: 20)
        #expect(lines.first { $0["state"] as? String == "rate_wrong" }?["paused"] as? Bool == false)
    }
}
