import Formatting
import MotionCore

extension SensorDescription {
    /// With channels normalised by one wearer's ranges in place of values in their unit: that goes into their scales and
    /// offsets, so that nothing is computed for a sample.
    ///
    /// - Parameter ranges: by the channels' names, in the units of recordings.
    func sharing(_ ranges: [String: ChannelRange]) -> SensorDescription {
        var result = self
        for index in 0..<channelCount {
            var channel = channels[index]
            guard let range = ranges[channel.text.name.text] else { continue }
            channel.scale = Float(Double(channel.scale) / range.span)
            channel.offset = Float((Double(channel.offset) - range.low / channel.unit.toCanonical) / range.span)
            result.replaceChannel(index, by: channel)
        }
        return result
    }
}
