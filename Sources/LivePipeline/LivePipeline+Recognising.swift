import Channels
import Decision
import LSTMEngine
import Recognition
import WireProtocol

extension SampleFrame {
    /// Microseconds from the first sample to another one, at a nominal rate. That may be tiny: such times mean nothing, but fit.
    fileprivate func offset(of sample: Int, rate: Float) -> UInt64 {
        UInt64(Double(sample) * min(1_000_000 / Double(rate), 1e12))
    }
}

extension LivePipeline {
    /// Sample by sample through the network.
    func recognise(_ frame: SampleFrame) {
        guard let recogniser, recogniser.recogniser.binding != nil, ending == nil, let device = link.device else { return }
        for index in 0..<frame.count {
            frame.read(index, into: buffers.counts)
            let sampleIndex = frame.index &+ UInt16(index)
            let offset = frame.offset(of: index, rate: device.sensor.rate)
            let recognised = recogniser.recogniser.push(buffers.counts, at: frame.streamTime + offset)
            shadow?.push(recogniser.recogniser.inputs, index: sampleIndex)
            if let recognised { act(on: recognised, scores: recogniser.recogniser.probabilities, frame, index, offset) }
        }
    }

    /// Tells the device what was decided, commands what follows, and keeps the window for the observer.
    private func act(on recognised: RecognisedWindow, scores: UnsafePointer<Int16>, _ frame: SampleFrame, _ index: Int, _ offset: UInt64) {
        let now = clock.microseconds()
        let prediction = PredictionMessage(
            recognised.decision, windowEnd: UInt64(frame.time) + offset, lastIndex: frame.index &+ UInt16(index),
            slot: recognised.window.slot, windowsBefore: recognised.windowsBefore)
        link.send(prediction, now: now)
        let commands = reactions.react(to: recognised.decision, through: &link, now: now)
        account.statistics.windows += 1
        if recognised.decision.phase == .enter { account.statistics.entered += 1 }
        times.lastWindow = times.read
        let window = LiveWindow(
            window: recognised.window, probabilities: UnsafeBufferPointer(start: nil, count: 0), decision: recognised.decision,
            streamTime: frame.streamTime + offset, latency: 0, commands: commands)
        buffers.append(window, scores: scores)
    }
}
