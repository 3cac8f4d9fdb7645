import Foundation
import LiveLoop
import MotionCore
import Synchronization
import TestSupport
import Testing
import Threads
import Transport
import WireProtocol

@Suite("An observer on a thread of its own")
struct ObserverQueueTests {
    /// Waits in its first call until it is let go, and writes down what it hears from then on.
    private final class StoppedObserver: LiveObserver, @unchecked Sendable {
        private let gate = DispatchSemaphore(value: 0)
        private let entered = DispatchSemaphore(value: 0)
        private var isStopped: Bool
        private(set) var heard: [String] = []
        private(set) var dropped = DroppedMoments()
        private(set) var values: [Double] = []
        private(set) var times: [UInt64] = []

        init(isStopped: Bool = true) { self.isStopped = isStopped }

        func go() { gate.signal() }

        /// Until it hears its first moment.
        func awaitFirst() { entered.wait() }

        private func hear(_ moment: String) {
            if isStopped {
                entered.signal()
                gate.wait()
            }
            isStopped = false
            heard.append(moment)
        }

        func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
            switch change {
            case .session: hear("session")
            case .gap(let samples): hear("gap \(samples)")
            default: hear("change")
            }
        }
        func windowClassified(_ window: LiveWindow) {
            hear("window \(window.window.endSample) \(window.decision.phase) \(Array(window.probabilities))")
        }
        func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) { hear("command \(outcome.sequence)") }
        func labelAbandoned(_ label: Int, streamTime: UInt64) { hear("abandoned \(label)") }
        func samplesReceived(_ samples: LiveSamples) {
            hear("\(samples.count) samples")
            for index in 0..<samples.count {
                values.append(samples.value(index, 5))
                times.append(samples.streamTime(index))
            }
        }
        func momentsDropped(_ dropped: DroppedMoments) {
            self.dropped.add(dropped)
            hear("dropped \(dropped.samples) \(dropped.windows) \(dropped.changes) \(dropped.others)")
        }
    }

    /// A queue whose observer has stopped in its first moment.
    ///
    /// - Parameter wait: how its `finish` waits; see `ObserverQueue`. It has the observer at hand.
    private func stopped(
        bytes: Int = ObserverQueue.usualBytes,
        wait: @escaping (StoppedObserver, ThreadSignal, ThreadSignal.Deadline) -> Bool = { $1.wait(until: $2) }
    ) throws -> (queue: ObserverQueue, observer: StoppedObserver) {
        let observer = StoppedObserver()
        let queue = try ObserverQueue(observer, bytes: bytes, wait: { wait(observer, $0, $1) })
        queue.labelAbandoned(0, streamTime: 0)
        observer.awaitFirst()
        return (queue, observer)
    }

    /// Moves samples through a live loop that a queue hears, with windows that enter and leave labels.
    private func run(_ queue: ObserverQueue, samples: Int) throws -> LiveStatistics {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let network = randomQuantizedNetwork(.init(10, 5, 6, nil, [8], [4]), carriesState: false, seed: 2)
        let device = ScriptedDevice(transport: pair.device, identity: ScriptedDevice.sixAxes())
        var options = LiveOptions()
        options.decision.threshold = 0
        // A label is entered, left with the next window, and kept quiet for some.
        options.decision.enterRatio = 0
        options.decision.exitRatio = 0
        let clock = ManualClock()
        let pipeline = LivePipeline(
            transport: pair.host, model: try liveModel(network), options: options, clock: clock, observer: queue, sessionID: 9)
        try pipeline.open()
        for index in 0..<samples {
            device.push((0..<6).map { Int16(truncatingIfNeeded: $0 == 5 ? index : index / 200 % 2 * 20_000 - 10_000) })
            clock.now += 40_000
            try device.service()
            try pipeline.step(longestWait: 0)
        }
        return pipeline.statistics
    }

    @Test("is told everything in order, with the numbers as they were, though it comes to it late")
    func order() throws {
        let (queue, observer) = try stopped()
        _ = try run(queue, samples: 400)
        observer.go()
        #expect(queue.finish(within: Patience.seconds))
        let atOnce = StoppedObserver(isStopped: false)
        let other = try ObserverQueue(atOnce)
        _ = try run(other, samples: 400)
        #expect(other.finish(within: Patience.seconds))
        #expect(Array(observer.heard.dropFirst()) == atOnce.heard)
        #expect(observer.heard.count { $0.hasPrefix("window") } > 70 && observer.dropped.isEmpty)
        #expect(Set(observer.heard.filter { $0.hasPrefix("window") }.map { $0.drop { $0 != "[" } }).count > 1)
    }

    @Test("stopped, it delays no step of the live loop; samples go before windows, and what is kept is what came")
    func stoppedInTheLoop() throws {
        let (queue, observer) = try stopped(bytes: 2_000_000)
        let statistics = try run(queue, samples: 8000)
        #expect(statistics.samples == 8000)
        observer.go()
        #expect(queue.finish(within: Patience.seconds))
        let windows = observer.heard.count { $0.hasPrefix("window") }
        #expect(windows == Int(statistics.windows) && observer.dropped.windows == 0 && observer.dropped.others == 0)
        #expect(observer.dropped.samples > 100 && Int(observer.dropped.samples) + observer.values.count == 8000)
        // The newest are kept, with the values that the device sent.
        let newest = 8000 - observer.values.count..<8000
        let sent = newest.map { Double($0) / 512 }
        #expect(observer.values == sent)
        #expect(zip(observer.times, observer.times.dropFirst()).allSatisfy { $1 - $0 == 40_000 })
    }

    @Test("without room for its windows it loses the oldest that change nothing, hears first how many, and hears every event")
    func overrun() throws {
        let (queue, observer) = try stopped(bytes: 1_200_000)
        let statistics = try run(queue, samples: 8000)
        observer.go()
        #expect(queue.finish(within: Patience.seconds))
        let windows = observer.heard.filter { $0.hasPrefix("window") }
        #expect(statistics.entered > 10 && windows.count { $0.contains(" enter ") } == Int(statistics.entered))
        #expect(observer.dropped.windows > 100 && UInt64(windows.count) + observer.dropped.windows == statistics.windows)
        #expect(observer.heard[1].hasPrefix("dropped 8000 \(observer.dropped.windows) "))
        #expect(observer.dropped.others == 0)
    }

    @Test("keeps so many changes of the connection, which carry all counts, and every session")
    func changes() throws {
        let (queue, observer) = try stopped()
        queue.linkChanged(.session(ScriptedDevice.sixAxes()), statistics: LiveStatistics())
        for gap in 1...1000 { queue.linkChanged(.gap(samples: gap), statistics: LiveStatistics()) }
        observer.go()
        #expect(queue.finish(within: Patience.seconds))
        #expect(observer.heard.count == 3 + 64 && observer.heard[2] == "session")
        #expect(observer.dropped.changes == 936 && observer.heard.last == "gap 1000")
    }

    @Test("too slow for the samples that wait at the end, it hears everything else, and how many they were")
    func slow() throws {
        var waits = 0
        let (queue, observer) = try stopped { observer, signal, _ in
            waits += 1
            // Its time for samples is over before it has heard one; then it hurries.
            if waits == 1 { return false }
            if waits == 2 { observer.go() }
            return signal.wait(until: ThreadSignal.deadline(in: .seconds(Patience.seconds)))
        }
        let statistics = try run(queue, samples: 2000)
        let isSaid = Atomic(false)
        #expect(queue.finish(within: 1) { isSaid.store(true, ordering: .relaxed) })
        let wasSaid = isSaid.load(ordering: .relaxed)
        #expect(wasSaid)
        #expect(observer.heard.count { $0.hasPrefix("window") } == Int(statistics.windows))
        #expect(observer.dropped.samples == 2000 && observer.dropped.windows == 0)
    }

    /// Whether something is still there.
    private final class Watch {
        private weak var watched: ObserverQueue?
        init(_ watched: ObserverQueue) { self.watched = watched }
        var isGone: Bool { watched == nil }
    }

    @Test("given up after its time, it is told nothing more, and the last words are not said")
    func givenUp() throws {
        let isSaid = Atomic(false)
        func givenUp() throws -> (observer: StoppedObserver, thread: Watch) {
            // Whose time is over at once.
            let (queue, observer) = try stopped { _, _, _ in false }
            queue.labelAbandoned(1, streamTime: 0)
            #expect(!queue.finish(within: 1) { isSaid.store(true, ordering: .relaxed) })
            return (observer, Watch(queue))
        }
        let (observer, thread) = try givenUp()
        // From now on its thread alone holds the queue.
        observer.go()
        #expect(Patience.waits { thread.isGone })
        let wasSaid = isSaid.load(ordering: .relaxed)
        #expect(observer.heard == ["abandoned 0"] && !wasSaid)
    }
}
