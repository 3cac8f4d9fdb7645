import LiveLoop
import TestSupport
import Testing
import Transport

@Suite("A live run whose port went away")
struct ReopeningTests {
    @Test("tries to open it as long as it may come back, and then ends: a replay has an end")
    func ends() throws {
        var attempts = 0
        var surroundings = LiveSurroundings(clock: ManualClock())
        surroundings.rest = { _ in }
        surroundings.mayReopen = { attempts < 4 }
        let runner = LiveRunner(
            model: nil, options: LiveOptions(), observer: RecordingObserver(), reconnects: true, in: surroundings,
            shouldStop: { attempts > 100 }
        ) { () throws(TransportError) in
            attempts += 1
            guard attempts == 1 else { throw TransportError(.notFound, port: "board", operation: "open") }
            let pair = MemoryTransport.pair()
            pair.device.close()
            return pair.host
        }
        let statistics = try runner.run()
        #expect(attempts == 4 && statistics.reconnections == 0)
    }
}
