/// How strongly a stroke is made: acceleration about its mean, so that gravity does not count, and rotation about stillness.
extension RecordedSession {
    /// The channels that are made equally strong.
    static let strengthGroups = [0..<3, 3..<6]

    var channelMeans: [Double] {
        (0..<6).map { channel in (0..<count).reduce(0.0) { $0 + Double(values[$1 * 6 + channel]) } / Double(count) }
    }

    /// What each channel moves about: the mean acceleration, and no rotation.
    var channelCentres: [Double] { channelMeans[..<3] + [0, 0, 0] }

    /// Root of the mean over the samples of the squared distance of some channels, added up, from what they move about.
    func strength(of channels: Range<Int>) -> Double {
        let centres = channelCentres
        var sum = 0.0
        for index in 0..<count {
            for channel in channels {
                let distance = Double(values[index * 6 + channel]) - centres[channel]
                sum += distance * distance
            }
        }
        return (sum / Double(count)).squareRoot()
    }
}
