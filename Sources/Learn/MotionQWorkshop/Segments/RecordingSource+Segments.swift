import Models
import MotionCore
import Quantization
import Recordings
import SignalProcessing

extension RecordingSource {
    /// These recordings with the channels that segments are cut by: those that a model reads, one sensor's six axes if all
    /// recordings have them, or else all that they have in common.
    func readingSegments(for model: ModelDescription?) throws -> RecordingSource {
        if let model {
            return reading(model.inputs.recordedChannels == .sixAxes ? .sixAxes : .read(by: model.inputs))
        }
        var common = try paths.isEmpty ? nil : reader.takingCommonChannels(of: recordingFiles(at: paths)).channels.channels
        for session in recordings.lazy.flatMap(\.sessions) {
            common = common.map { known in NamedChannels(known.names.filter(session.channels.names.contains)) } ?? session.channels
        }
        guard let common, common.count > 0, common.sixAxisSensor == nil else { return reading(.sixAxes) }
        return reading(.named(WantedChannels(common)))
    }
}

extension RecordedSession {
    /// The session as segments are cut out of it: one sensor's six axes, or all channels, of which what is missing is what it was.
    var forSegments: RecordedSession { motion ?? holdingMissing(rate: rate ?? 1) }

    /// What is usual of channels that are no motion; nil of six axes.
    var usualChanges: UsualChanges? {
        guard channels != .sixAxes, let rate = rateOfMotion else { return nil }
        return UsualChanges(of: values, channels: width, rate: rate)
    }
}
