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
        var result = RecordedSession(name: name, subject: subject)
        result.labels = [String](repeating: labels[0], count: window)
        result.timestamps = (0..<window).map { timestamps[0] + Double($0) * 1000 / rate }
        switch form {
        case .stretch: result.values = StrokeIntegral(values).means(window)
        case .end, .centre:
            let even = resampled(to: rate, from: source)
            let start = form == .end ? even.count - window : even.middleOfMotion - window / 2
            result.values = (start..<start + window).flatMap { even.sample(min(max($0, 0), even.count - 1)) }
        }
        result.evenOutStrength()
        return result
    }

    /// The sample before which half of the motion is done: of the squared distance of all channels from their means.
    private var middleOfMotion: Int {
        let means = channelMeans
        let motion = (0..<count).map { index in
            zip(sample(index), means).reduce(0.0) { sum, channel in
                let distance = Double(channel.0) - channel.1
                return sum + distance * distance
            }
        }
        let half = motion.reduce(0, +) / 2
        var sum = 0.0
        return motion.firstIndex {
            sum += $0; return sum >= half
        } ?? count / 2
    }

    /// Root mean squares below which a stroke counts as stillness, whose noise is not raised: g and rad/s.
    private static let stillness = (acceleration: 0.02, rotation: 0.05)

    /// Divides the three accelerations' distances from their means by the root of their mean square, so that gravity stays where
    /// it is, and the three rotations by that of their own.
    private mutating func evenOutStrength() {
        let means = channelMeans
        let acceleration = max(strength(of: 0..<3), Self.stillness.acceleration)
        let rotation = max(strength(of: 3..<6), Self.stillness.rotation)
        for index in 0..<count {
            for channel in 0..<3 {
                let place = index * 6 + channel
                values[place] = Float(means[channel] + (Double(values[place]) - means[channel]) / acceleration)
            }
            for channel in 3..<6 { values[index * 6 + channel] = Float(Double(values[index * 6 + channel]) / rotation) }
        }
    }
}

/// Sums under the straight lines between samples, to take means over any stretch of them.
private struct StrokeIntegral {
    private let values: [Float]
    /// `samples × 6`: from the first sample to each.
    private let sums: [Double]
    private let last: Int

    init(_ values: [Float]) {
        self.values = values
        last = values.count / 6 - 1
        var sums = [Double](repeating: 0, count: values.count)
        for place in 6..<values.count { sums[place] = sums[place - 6] + (Double(values[place - 6]) + Double(values[place])) / 2 }
        self.sums = sums
    }

    /// `count × 6`: the means over `count` equal parts of the whole.
    func means(_ count: Int) -> [Float] {
        let part = Double(last) / Double(count)
        return (0..<count).flatMap { index in
            (0..<6).map { channel in
                Float((sum(to: Double(index + 1) * part, channel) - sum(to: Double(index) * part, channel)) / part)
            }
        }
    }

    private func sum(to position: Double, _ channel: Int) -> Double {
        let before = min(Int(saturating: position), last - 1)
        let share = position - Double(before)
        let first = Double(values[before * 6 + channel])
        let second = Double(values[before * 6 + 6 + channel])
        return sums[before * 6 + channel] + share * first + share * share / 2 * (second - first)
    }
}
