import LiveLoop
import MotionCore
import TestSupport
import Transport
import WireProtocol

/// A pipeline whose very first window enters a label, and lights LED 2 for it.
final class FeedbackBench {
    let device: ScriptedDevice
    let pipeline: LivePipeline
    let clock = ManualClock()
    let observer = RecordingObserver()

    /// - Parameters:
    ///   - identity: at 25 Hz.
    ///   - trustsRate: samples are used at whatever rate they come.
    ///   - leaves: a label is left as soon as another is as probable, and none entered for a minute; otherwise none is ever left.
    init(identity: HelloMessage = ScriptedDevice.sixAxes(), trustsRate: Bool = false, leaves: Bool = false) throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let network = randomQuantizedNetwork(.init(10, 5, 6, nil, [8], [4]), carriesState: false, seed: 2)
        var options = LiveOptions()
        options.trustsRate = trustsRate
        options.decision.threshold = 0
        options.decision.enterRatio = 0
        options.decision.exitRatio = leaves ? 4096 : 400_000_000
        if leaves { options.decision.refractory = 60_000_000 }
        for label in 0..<4 {
            for (onEnter, pattern) in [(true, ActuatorAction.Pattern.on), (false, .off)] {
                let action = ActuatorAction(actuator: 1, unit: 2, pattern: pattern)
                options.feedback.entries.append(
                    .init(label: label, onEnter: onEnter, leastConfidence: 0, timeToLive: 300, action: action))
            }
        }
        device = ScriptedDevice(transport: pair.device, identity: identity)
        pipeline = LivePipeline(
            transport: pair.host, model: try liveModel(network), options: options, clock: clock, observer: observer,
            sessionID: 9)
        try pipeline.open()
    }

    /// - Parameter period: microseconds from one sample to the next.
    func tick(times: Int, isDeaf: Bool = false, period: UInt64 = 40_000) throws {
        for index in 0..<times {
            device.push((0..<6).map { Int16($0 * 100 + index % 100) })
            device.now = device.now + period - 40_000
            clock.now += period
            try device.service(isDeaf: isDeaf)
            try pipeline.step(longestWait: 0)
        }
    }
}
