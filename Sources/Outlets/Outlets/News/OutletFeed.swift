import Formatting
import Foundation
package import LiveLoop
import MotionCore
import WireProtocol

/// Tells an outlet what the live loop does, in its own words.
package final class OutletFeed: LiveObserver {
    private let outlet: any Outlet
    /// What a board is called that tells no id: its port.
    private let port: String
    /// Seconds since 1970.
    private let now: () -> Double
    private var condition = DeviceCondition()
    private var time = DeviceTime()
    private var gestures = 0
    /// The id of the board that greeted last.
    private var device = ""
    /// The session's channels, and the seconds of device time before which none of them is told again.
    private var channels: [String] = []
    private var nextChannels = 0.0

    /// - Parameters:
    ///   - port: what a board is called that tells no id.
    ///   - now: seconds since 1970.
    package init(
        _ outlet: any Outlet, port: String, now: @escaping () -> Double = { Date().timeIntervalSince1970 }
    ) {
        (self.outlet, self.port, self.now) = (outlet, port, now)
    }

    package var wantsSamples: Bool { outlet.channelRate > 0 }

    package func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        switch change {
        case .session(let hello):
            time.restart()
            channels = hello.sensor.channelNames
            nextChannels = 0
            condition.isHere = true
            let device = OutletDevice(hello, port: port)
            // Another board has a battery of its own.
            if device.id != self.device { condition.battery = nil }
            self.device = device.id
            outlet.tell(.device(device))
        case .disconnected, .silent, .mute: condition.isHere = false
        // Whoever is counted was heard.
        case .statistics where statistics.samples > condition.samples: condition.isHere = true
        default: break
        }
        switch change {
        case .session, .statistics, .disconnected, .silent, .mute:
            (condition.samples, condition.lost) = (statistics.samples, statistics.lostSamples)
            condition.rate = statistics.measuredRate
            outlet.tell(.condition(condition))
        default: break
        }
    }

    package func windowClassified(_ window: LiveWindow) {
        let decision = window.decision
        var change: (label: Int, phase: OutletGesture.Phase, confidence: Double)?
        if let label = decision.active, let phase = OutletGesture.Phase(decision.phase) {
            change = (label, phase, decision.confidence.q15Value)
        }
        hear(
            window.probabilities.map(\.q15Value), change, at: window.streamTime, knownAt: now() - Double(window.latency) / 1e6)
    }

    /// A window was judged.
    ///
    /// - Parameters:
    ///   - probabilities: 0 … 1, one per label.
    ///   - change: the gesture that began or ended with it.
    ///   - streamTime: of its last sample, in microseconds of the device's.
    ///   - known: when that sample was read, in seconds since 1970.
    package func hear(
        _ probabilities: [Double], _ change: (label: Int, phase: OutletGesture.Phase, confidence: Double)?, at streamTime: UInt64,
        knownAt known: Double
    ) {
        let taken = time.time(of: streamTime, knownAt: known)
        outlet.tell(.window(OutletWindow(probabilities: probabilities, time: taken)))
        if let change { tell(change.label, change.phase, confidence: change.confidence, at: taken) }
    }

    package func labelAbandoned(_ label: Int, streamTime: UInt64) {
        tell(label, .exit, confidence: nil, at: time.time(of: streamTime, knownAt: now()))
    }

    private func tell(_ label: Int, _ phase: OutletGesture.Phase, confidence: Double?, at time: Double) {
        gestures += 1
        outlet.tell(.gesture(OutletGesture(label: label, phase: phase, confidence: confidence, time: time, number: gestures)))
    }

    package func messageReceived(_ message: DeviceMessage) {
        guard case .heartbeat(let heartbeat) = message, let health = heartbeat.health else { return }
        condition.battery = health.battery <= 100 ? Int(health.battery) : nil
    }

    package func samplesReceived(_ samples: LiveSamples) {
        guard wantsSamples else { return }
        let pause = 1 / outlet.channelRate
        for index in 0..<samples.count {
            let seconds = Double(samples.streamTime(index)) / 1e6
            guard seconds >= nextChannels else { continue }
            // On the beat of the rate that was asked for; after a pause it begins anew.
            nextChannels = seconds - nextChannels > pause ? seconds + pause : nextChannels + pause
            let values = channels.enumerated().filter { samples.hasValue(index, $0.offset) }
            outlet.tell(.channels(values.map { ($0.element, samples.value(index, $0.offset)) }))
        }
    }

    package func momentsDropped(_ dropped: DroppedMoments) {
        lost.add(dropped)
    }

    /// What this was too slow to be told of.
    package private(set) var lost = DroppedMoments()
}

extension OutletDevice {
    /// - Parameter port: what a board is called that tells no id.
    init(_ hello: HelloMessage, port: String) {
        self.init(
            id: hello.uniqueID.count > 0 ? hello.uniqueID.hexadecimal : OutletNames.plain(port), name: hello.name.text,
            library: hello.library.text, rate: Double(hello.sensor.rate), actuators: hello.units)
    }
}

extension OutletGesture.Phase {
    init?(_ phase: Decision.Phase) {
        switch phase {
        case .enter: self = .enter
        case .exit: self = .exit
        case .none, .hold: return nil
        }
    }
}
