import Formatting
package import LiveLoop
import MotionCore
package import Transport
import WireProtocol

/// Talks with a device over an open port for a few seconds and notes what is seen.
package final class Conversation: LiveObserver {
    /// How long it takes, in seconds.
    package struct Patience: Sendable {
        /// For HELLO: a board that restarts as its port is opened takes up to three.
        package var greeting = 4.0
        /// For what is then listened to.
        package var listening = 3.0
        /// For a device of another make that is understood already: for its rate and its units, which take 10 at most where it
        /// sends as it should.
        package var understanding = 30.0

        package init(greeting: Double = 4, listening: Double = 3) {
            self.greeting = greeting
            self.listening = listening
        }
    }

    private var report = LineReport()
    /// The counts at the greeting, from which those of the listening are taken.
    private var before = LiveStatistics()
    private var countsBefore: DriverCounts?
    private var firstHeartbeat: HeartbeatMessage?
    /// Nothing more is to be expected.
    private var isOver = false

    private init() {}

    /// Has the conversation; the port stays open. A program that asks others to stop is asked at least every 50 ms.
    ///
    /// - Parameters:
    ///   - interpret: what reads devices of other makes; nil where only the protocol is meant.
    ///   - clock: by which patience ends.
    package static func over(
        _ transport: any ByteTransport, interpret: (any ByteTransport) -> (any InterpretingPort)? = { _ in nil },
        patience: Patience = Patience(), clock: any LiveClock = MonotonicClock(), shouldStop: () -> Bool
    ) -> LineReport {
        let tapped = TappedTransport(transport)
        return Conversation().follow(transport, tapped, interpret(tapped), patience, clock, shouldStop)
    }

    /// Asks a device who it is: the unique id of its HELLO in hexadecimal, nil if it tells none.
    package static func uniqueID(over transport: any ByteTransport, shouldStop: () -> Bool) -> String? {
        let report = over(transport, patience: Patience(listening: 0), shouldStop: shouldStop)
        guard case .greeted(_, let id, _) = report.greeting, !id.isEmpty else { return nil }
        return id
    }

    private func follow(
        _ transport: any ByteTransport, _ tapped: TappedTransport, _ interpreter: (any InterpretingPort)?, _ patience: Patience,
        _ clock: any LiveClock, _ shouldStop: () -> Bool
    ) -> LineReport {
        let pipeline = LivePipeline(
            transport: interpreter ?? tapped, model: nil, options: LiveOptions(), clock: clock, observer: self,
            sessionID: UInt32.random(in: 1...UInt32.max))
        let start = clock.microseconds()
        var greeted: UInt64?
        do throws(LiveFailure) {
            try pipeline.open()
            while !shouldStop(), !isOver, interpreter?.otherMake.isHopeless != true {
                let asked = clock.microseconds()
                if greeted == nil, report.hasGreeted {
                    greeted = asked
                    countsBefore = transport.driverCounts
                }
                let isUnderstood = interpreter?.otherMake.isUnderstood == true
                let greeting = isUnderstood ? max(patience.greeting, patience.understanding) : patience.greeting
                let end =
                    greeted.map { $0 + UInt64(saturating: patience.listening * 1e6) } ?? start
                    + UInt64(saturating: greeting * 1e6)
                guard asked < end else { break }
                try pipeline.step(longestWait: Self.longestWait)
                let late = Double(clock.microseconds() - asked) / 1000 - Double(Self.longestWait)
                if greeted != nil { report.latestRead = max(report.latestRead, late) }
            }
            if greeted != nil { report.seconds = Double(clock.microseconds() - (greeted ?? start)) / 1e6 }
            if let countsBefore { report.driver = transport.driverCounts?.since(countsBefore) }
            take(pipeline.statistics)
            try pipeline.finish()
        } catch {
            take(pipeline.statistics)
            lose(error)
        }
        report.received = tapped.received
        report.other = interpreter?.otherMake
        judgeGreeting()
        return report
    }

    /// Milliseconds.
    private static let longestWait: Int32 = 50

    private func take(_ statistics: LiveStatistics) {
        report.frames = Int(statistics.frames.frames)
        report.samples = Int(statistics.samples - before.samples)
        report.lostSamples = Int(statistics.lostSamples - before.lostSamples)
        report.damagedFrames = Int(
            statistics.frames.crcErrors - before.frames.crcErrors + statistics.frames.framingErrors - before.frames.framingErrors)
        report.measuredRate = statistics.measuredRate
        report.roundTripMilliseconds = statistics.clockRoundTrip.map { Double($0) / 1000 }
        report.driftPartsPerMillion = statistics.clockDrift.map { Int($0) }
    }

    private func lose(_ failure: LiveFailure) {
        switch failure {
        case .transport(let error): report.greeting = .lost("\(error)")
        case .misfit: report.greeting = .otherVersion
        }
    }

    /// Without a HELLO: by what came.
    private func judgeGreeting() {
        guard report.greeting == .nothing else { return }
        if report.frames > 0 { report.greeting = .missing } else if report.received.count > 0 { report.greeting = .noFrames }
    }
}

// MARK: - What the live loop tells

extension Conversation {
    package func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        switch change {
        case .session(let hello):
            if !report.hasGreeted { before = statistics }
            report.greeting = .greeted(
                name: hello.name.text, uniqueID: hello.uniqueID.hexadecimal, rate: Double(hello.sensor.rate))
        case .helloRefused(let fault): if !report.hasGreeted { report.greeting = .refused(item: fault.sentence) }
        case .loopback:
            report.greeting = .loopback
            isOver = true
        case .rateWrong: report.wrongRate = change.sentence
        case .rateRight: report.wrongRate = nil
        case .irregular(let found): report.irregularities.append(found.sentence)
        case .clockUnknown: report.isClockUnknown = true
        default: break
        }
    }

    package func messageReceived(_ message: DeviceMessage) {
        guard case .heartbeat(let heartbeat) = message, report.hasGreeted else { return }
        let first = firstHeartbeat ?? heartbeat
        firstHeartbeat = first
        report.heartbeats += 1
        report.droppedByDevice = Int(heartbeat.samplesDropped &- first.samplesDropped)
        report.damagedAtDevice = Int(heartbeat.framingErrors &- first.framingErrors) + Int(heartbeat.crcErrors &- first.crcErrors)
    }
}
