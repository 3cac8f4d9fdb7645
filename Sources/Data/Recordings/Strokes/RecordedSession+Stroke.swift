public import MotionCore

extension RecordedSession {
    /// Samples that a stroke has at least.
    static let leastStroke = 4

    /// Its stretches between the gaps, each a whole stroke as the one window that a network reads; those of less than four samples
    /// are left out. Labels are not looked at.
    ///
    /// - Parameters:
    ///   - form: how a stroke fills the window.
    ///   - window: samples of it.
    ///   - rate: samples per second of it, for a form that keeps the tempo.
    public func strokes(as form: StrokeForm, window: Int, rate: Double) -> [EvenStretch] {
        evenStretches(at: nil).filter { $0.recordedCount >= Self.leastStroke }.map { stretch in
            EvenStretch(
                session: stretch.session.stroke(as: form, window: window, rate: rate, from: self.rate ?? rate),
                // The window ends where the stroke ends, however long that was.
                firstSample: stretch.firstSample, recordedCount: stretch.recordedCount, ratio: Double(stretch.recordedCount))
        }
    }

    /// A stroke as the one window that a network reads, its strength evened out.
    ///
    /// - Parameters:
    ///   - form: how it fills the window.
    ///   - window: samples of the result.
    ///   - rate: samples per second of the window, for a form that keeps the tempo. A stretched stroke has as many stamps a second.
    ///   - source: samples per second of this session.
    func stroke(as form: StrokeForm, window: Int, rate: Double, from source: Double) -> RecordedSession {
        precondition(count >= Self.leastStroke && window > 0, "a stroke has \(Self.leastStroke) samples at least")
        var result = RecordedSession(name: name, subject: subject, channels: channels)
        result.labels = [String](repeating: labels[0], count: window)
        result.timestamps = (0..<window).map { timestamps[0] + Double($0) * 1000 / rate }
        switch form {
        case .stretch: result.values = StrokeIntegral(values, width: width).means(window)
        case .end, .centre:
            let even = resampled(to: rate, from: source)
            let start = form == .end ? even.count - window : even.middleOfMotion - window / 2
            result.values = (start..<start + window).flatMap { even.sample(min(max($0, 0), even.count - 1)) }
        }
        result.evenOutStrength()
        return result
    }

    /// The sample before which half of the motion is done: of the squared distance of the axes of motion from their means, or, of a
    /// session without any, of all channels, each beside its own mean square.
    private var middleOfMotion: Int {
        let means = channelMeans
        let axes = channels.names.indices.filter { NamedChannels.axis(of: channels.names[$0]) != nil }
        func squared(_ index: Int, _ channel: Int) -> Double {
            let distance = Double(values[index * width + channel]) - means[channel]
            return distance.isNaN ? 0 : distance * distance
        }
        let weights =
            axes.isEmpty
            ? (0..<width).map { channel in 1 / max(1e-12, (0..<count).reduce(0) { $0 + squared($1, channel) }) } : []
        let motion = (0..<count).map { index in
            axes.isEmpty
                ? (0..<width).reduce(0.0) { $0 + squared(index, $1) * weights[$1] }
                : axes.reduce(0.0) { $0 + squared(index, $1) }
        }
        let half = motion.reduce(0, +) / 2
        var sum = 0.0
        return motion.firstIndex {
            sum += $0; return sum >= half
        } ?? count / 2
    }

    /// Root mean squares below which a stroke counts as stillness, whose noise is not raised: g and rad/s.
    private static let stillness = (acceleration: 0.02, rotation: 0.05)

    /// Divides the distances of a sensor's accelerations from their means by the root of their mean square, so that gravity stays
    /// where it is, and its rotations by that of their own. Other channels mean what they are, and stay.
    private mutating func evenOutStrength() {
        let means = channelMeans
        for sensor in channels.sensors {
            let accelerations = sensor.columns[..<3].compactMap(\.self)
            let rotations = sensor.columns[3...].compactMap(\.self)
            let acceleration = max(strength(of: accelerations), Self.stillness.acceleration)
            let rotation = max(strength(of: rotations), Self.stillness.rotation)
            for index in 0..<count {
                for channel in accelerations {
                    let place = index * width + channel
                    values[place] = Float(means[channel] + (Double(values[place]) - means[channel]) / acceleration)
                }
                for channel in rotations {
                    values[index * width + channel] = Float(Double(values[index * width + channel]) / rotation)
                }
            }
        }
    }
}

/// Sums under the straight lines between samples, to take means over any stretch of them.
private struct StrokeIntegral {
    private let values: [Float]
    private let width: Int
    /// `samples × width`: from the first sample to each.
    private let sums: [Double]
    private let last: Int

    /// - Parameter width: values of a sample.
    init(_ values: [Float], width: Int) {
        self.values = values
        self.width = width
        last = values.count / width - 1
        var sums = [Double](repeating: 0, count: values.count)
        for place in width..<values.count {
            sums[place] = sums[place - width] + (Double(values[place - width]) + Double(values[place])) / 2
        }
        self.sums = sums
    }

    /// `count × width`: the means over `count` equal parts of the whole.
    func means(_ count: Int) -> [Float] {
        let part = Double(last) / Double(count)
        return (0..<count).flatMap { index in
            (0..<width).map { channel in
                Float((sum(to: Double(index + 1) * part, channel) - sum(to: Double(index) * part, channel)) / part)
            }
        }
    }

    private func sum(to position: Double, _ channel: Int) -> Double {
        let before = min(Int(saturating: position), last - 1)
        let share = position - Double(before)
        let first = Double(values[before * width + channel])
        let second = Double(values[(before + 1) * width + channel])
        return sums[before * width + channel] + share * first + share * share / 2 * (second - first)
    }
}
