public import MotionCore

extension RecordedSession {
    /// The session with these channels, in that order; NaN in those that it does not have.
    public func selecting(_ wanted: NamedChannels) -> RecordedSession {
        guard wanted != channels else { return self }
        let columns = wanted.names.map { channels.names.firstIndex(of: $0) }
        var result = RecordedSession(name: name, subject: subject, labels: labels, timestamps: timestamps, channels: wanted)
        result.values.reserveCapacity(count * wanted.count)
        for sample in 0..<count {
            for column in columns { result.values.append(column.map { values[sample * width + $0] } ?? .nan) }
        }
        if wanted.sixAxisSensor != nil { result.derived = derived }
        result.isNormalised = isNormalised
        return result
    }

    /// The session with one sensor's six axes; nil if they are not among its channels.
    public var motion: RecordedSession? { channels.sixAxisSensor == nil ? nil : selecting(.sixAxes) }

    /// A missing value is the last one that its channel had, for a second; then it stays missing. So are slower channels read whose
    /// samples stand in some rows only. Time grows with the number of values.
    ///
    /// - Parameter rate: samples per second.
    package func holdingMissing(rate: Double) -> RecordedSession {
        guard mayMiss else { return self }
        let longest = max(1, Int(saturating: (rate * Self.longestHold).rounded()))
        var held = self
        for channel in 0..<width {
            var (last, age) = (Float.nan, 0)
            for sample in 0..<count {
                let place = sample * width + channel
                if !held.values[place].isNaN {
                    (last, age) = (held.values[place], 0)
                } else if age < longest {
                    age += 1
                    held.values[place] = last
                }
            }
        }
        return held
    }

    /// Whether values are missing.
    var mayMiss: Bool { values.contains(where: \.isNaN) }

    /// Seconds.
    private static let longestHold = 1.0
}

extension Recording {
    /// The recording with the channels that were chosen, as a reader would have read it.
    ///
    /// - Throws: `lacksChannels` if one is not there that may not be missing.
    public func selecting(_ choice: ChannelChoice) throws(RecordingError) -> Recording {
        guard let wanted = choice.wanted else { return self }
        var result = self
        for (index, session) in sessions.enumerated() where session.channels != wanted.channels {
            try wanted.check(session.channels, path: path)
            result.sessions[index] = session.selecting(wanted.channels)
        }
        return result
    }
}
