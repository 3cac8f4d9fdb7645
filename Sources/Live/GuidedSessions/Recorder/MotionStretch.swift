import LiveLoop
import MotionCore
import Recordings
package import WireProtocol

/// A stretch of a device's motion that was seen and is to be kept: a recorder that had been told before would have kept the same.
package struct MotionStretch {
    private enum Moment {
        /// At a time in microseconds; the counts stand in `counts`.
        case sample(at: UInt64)
        case lost
        case newSession
    }

    private let device: HelloMessage
    private var moments: [Moment] = []
    /// [samples][channels of the device]
    private var counts: [Int16] = []

    /// With no sample yet.
    ///
    /// - Parameter device: as it greeted.
    package init(of device: HelloMessage) { self.device = device }

    /// Samples that are in it.
    package var samples: Int { counts.count / max(1, device.sensor.channelCount) }

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - time: of the device, in microseconds.
    ///   - count: of a channel.
    package mutating func append(at time: UInt64, _ count: (Int) -> Int16) {
        moments.append(.sample(at: time))
        for channel in 0..<device.sensor.channelCount { counts.append(count(channel)) }
    }

    /// A sample did not arrive.
    package mutating func lose() { moments.append(.lost) }

    /// What follows belongs to another session.
    package mutating func interrupt() { moments.append(.newSession) }

    /// Writes it as a recording, all of it under one label, and its sidecar.
    ///
    /// - Parameters:
    ///   - options: who moves, and where it is kept; the plan's first label is what is done.
    /// - Throws: that there is nothing to keep, or that it cannot be written.
    package func keep(_ options: RecorderOptions) throws(RecorderError) {
        let channels = ChannelReader(allOf: device.sensor)
        guard channels.channels.count > 0 else { throw .noMotion }
        do throws(RecordingError) {
            guard let prompt = options.plan.prompts.first, samples > 0 else { throw .empty(path: options.path) }
            try write(options, channels, prompt)
        } catch {
            throw .notWritten(error)
        }
    }

    private func write(
        _ options: RecorderOptions, _ channels: ChannelReader, _ prompt: RecordingPlan.Prompt
    ) throws(RecordingError) {
        let take = try Take(options, device.sensor, channels)
        var sidecar = Sidecar(options)
        sidecar.device = device
        let width = device.sensor.channelCount
        var (sample, lost) = (0, 0)
        for moment in moments {
            switch moment {
            case .lost: lost += 1
            case .newSession:
                // Between two sessions only.
                if sample > 0, sample < samples { _ = try take.beginSession() }
                lost = 0
            case .sample(let time):
                if sidecar.prompts.last?.session != take.session {
                    sidecar.prompts.append(
                        Sidecar.MadePrompt(
                            session: take.session, label: prompt.label, repetition: prompt.repetition, place: 0,
                            from: Double(time) / 1000))
                    // What was lost before the first is not missing in it.
                    lost = 0
                }
                try take.append(prompt.label, at: time, channels.values { counts[sample * width + $0] })
                sidecar.prompts[sidecar.prompts.count - 1].to = Double(time) / 1000
                sidecar.prompts[sidecar.prompts.count - 1].lost += lost
                sidecar.lost += lost
                (sample, lost) = (sample + 1, 0)
            }
        }
        try take.file.finish()
        sidecar.finish(take)
        try sidecar.write(beside: options.path)
    }
}
