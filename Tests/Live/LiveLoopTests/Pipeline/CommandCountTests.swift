import LiveLoop
import TestSupport
import Testing
import WireProtocol

/// LiveEndTests count them at the end of a run, on a line where nothing is repeated.
@Suite("Commands are counted apart from their repetitions")
struct CommandCountTests {
    /// After one command that the device did not hear for 320 ms.
    private func repeated() throws -> FeedbackBench {
        let bench = try FeedbackBench()
        try bench.tick(times: 5)
        try bench.tick(times: 8, isDeaf: true)
        try bench.tick(times: 8)
        return bench
    }

    @Test("one that was sent more than once is one")
    func sent() throws {
        let bench = try repeated()
        #expect((bench.observer.outcomes.first?.attempts ?? 0) > 1)
        #expect(bench.pipeline.statistics.commandsSent == 1)
    }

    @Test("every further sending is a repetition")
    func repetitions() throws {
        let bench = try repeated()
        let attempts = try #require(bench.observer.outcomes.first?.attempts)
        #expect(bench.pipeline.statistics.commandsRepeated == UInt64(attempts) - 1)
    }
}
