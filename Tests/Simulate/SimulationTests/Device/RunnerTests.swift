import Foundation
import Recordings
import Simulation
import Synchronization
import TestSupport
import Testing
import Transport
import WireProtocol

/// A runner on a thread of its own, whose device keeps its own time.
final class RunningSimulator: Sendable {
    private let isStopped = Atomic(false)
    /// The device's.
    let clock = PatientClock()
    private let log = Mutex<[SimulatorEvent]>([])
    private let hasEnded = Atomic(false)

    init(_ recording: Recording, _ options: SimulatorOptions) {
        Thread.detachNewThread { [self] in
            let shouldStop = { [self] in isStopped.load(ordering: .relaxed) }
            let runner = SimulatorRunner(
                recording: recording, options: options, clock: { [clock] in clock.advance() }, shouldStop: shouldStop
            ) { [self] event in
                if case .ready(let port) = event { clock.watch(port) }
                log.withLock { $0.append(event) }
            }
            _ = try? runner.run()
            hasEnded.store(true, ordering: .releasing)
        }
    }

    var events: [SimulatorEvent] { log.withLock { $0 } }

    /// The port, once it is there.
    func port() -> String? {
        guard Patience.waits(until: { !events.isEmpty }), case .ready(let port) = events.first else { return nil }
        return port
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
        clock.hurry()
    }

    func waitForEnd() -> SimulatorSummary? {
        guard Patience.waits(until: { hasEnded.load(ordering: .acquiring) }), case .summary(let summary) = events.last else {
            return nil
        }
        return summary
    }
}

@Suite("A simulator on a pseudo-terminal", .serialized)
struct RunnerTests {
    /// Plays the host, by the device's own clock, until the device hangs up.
    private func converse(_ host: ScriptedHost, on path: String, by clock: PatientClock) throws -> TransportError.Code? {
        let port = try DescriptorTransport.open(path)
        defer { port.close() }
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { room.deallocate() }
        var ending: TransportError.Code?
        _ = Patience.waits {
            for _ in 0..<1000 where ending == nil {
                host.advance(to: clock.microseconds)
                do throws(TransportError) {
                    try send(host.outgoing, to: port)
                    host.outgoing.removeAll()
                    let count = try port.read(into: room, timeoutMilliseconds: 50)
                    host.receive(room[..<count])
                } catch {
                    ending = error.code
                }
            }
            return ending != nil
        }
        return ending
    }

    private func send(_ bytes: [UInt8], to port: DescriptorTransport) throws(TransportError) {
        let span = bytes.span.bytes
        try span.withUnsafeBytes { (raw) throws(TransportError) in try port.write(raw, timeoutMilliseconds: Patience.milliseconds) }
    }

    @Test("delivers a whole recording at top speed without losing a sample, obeys, and hangs up")
    func topSpeed() throws {
        var options = SimulatorOptions()
        options.speed = .max
        let simulator = RunningSimulator(wave(sessions: 5, samples: 20_000, rate: 200), options)
        let path = try #require(simulator.port())
        let host = ScriptedHost()
        host.onSample = { host, count in
            if count % 20_000 == 0 { host.command(UInt16(count / 20_000), buzz(milliseconds: 50), timeToLive: 10_000) }
        }
        #expect(try converse(host, on: path, by: simulator.clock) == .disconnected)
        let summary = try #require(simulator.waitForEnd())
        #expect(host.sampleCount == 100_000)
        #expect(host.lostSamples == 0)
        #expect(host.counters.crcErrors == 0 && host.counters.framingErrors == 0)
        #expect(UInt64(host.counters.frames) == summary.frames)
        #expect(summary.samples == 100_000 && summary.samplesDropped == 0)
        #expect(summary.commands.ok == 5)
    }

    @Test("lets go of its link, and tells what it did, when it is stopped")
    func stop() throws {
        let link = FileManager.default.temporaryDirectory.appending(path: "simulator-\(UUID().uuidString)").path()
        var options = SimulatorOptions()
        options.linkPath = link
        let simulator = RunningSimulator(wave(), options)
        #expect(simulator.port() == link)
        simulator.stop()
        #expect(simulator.waitForEnd()?.samples == 0)
        #expect(throws: (any Error).self) { try FileManager.default.destinationOfSymbolicLink(atPath: link) }
    }
}
