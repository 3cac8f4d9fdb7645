import MotionCore

/// How strongly a stroke is made: acceleration about its mean, so that gravity does not count, and rotation about stillness.
extension RecordedSession {
    /// Of six axes, the channels that are made equally strong.
    static let strengthGroups = [[0, 1, 2], [3, 4, 5]]

    var channelMeans: [Double] {
        (0..<width).map { channel in (0..<count).reduce(0.0) { $0 + Double(values[$1 * width + channel]) } / Double(count) }
    }

    /// What each channel moves about: its mean, but of a rotation nothing.
    var channelCentres: [Double] {
        zip(channelMeans, channels.names).map { mean, name in (NamedChannels.axis(of: name)?.axis ?? 0) < 3 ? mean : 0 }
    }

    /// Root of the mean over the samples of the squared distance of some channels, added up, from what they move about.
    func strength(of channels: [Int]) -> Double {
        let centres = channelCentres
        var sum = 0.0
        for index in 0..<count {
            for channel in channels {
                let distance = Double(values[index * width + channel]) - centres[channel]
                sum += distance * distance
            }
        }
        return (sum / Double(count)).squareRoot()
    }
}
