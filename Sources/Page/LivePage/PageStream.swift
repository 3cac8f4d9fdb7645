package import LiveLoop
package import MotionCore

/// The signal of one kind of device, and what the network said of it, on one grid of samples.
package struct PageStream {
    /// Which stream it is: another device, other channels or another rate begin another one.
    package let epoch: UInt32
    package let sensor: SensorDescription
    package private(set) var signal: SignalHistory
    /// From counts to the units of the channels.
    private let scales: [(scale: Double, offset: Double)]
    package private(set) var windows: WindowHistory
    /// When the newest samples came, in milliseconds since 1970 by this machine's clock.
    package private(set) var arrived = 0.0
    /// A sample's device time and its place.
    private var known: (time: UInt64, place: Int) = (0, 0)

    package init(_ sensor: SensorDescription, labels: Int, epoch: UInt32) {
        self.epoch = epoch
        self.sensor = sensor
        let channels = (0..<sensor.channelCount).map { sensor.channels[$0] }
        scales = channels.map { (Double($0.scale), Double($0.offset)) }
        signal = SignalHistory(mayLackValue: channels.map { !$0.text.isEmpty }, rate: Double(sensor.rate))
        windows = WindowHistory(labels: labels)
    }

    package var rate: Double { Double(sensor.rate) }

    package func continues(with other: SensorDescription) -> Bool { sensor.isSame(as: other) }

    /// A session ends: its last sample and the next one's first are no neighbours.
    package mutating func interrupt() { signal.appendGap(1) }
    package mutating func lose(_ samples: Int) { signal.appendGap(max(0, samples)) }

    package mutating func append(_ samples: LiveSamples, arrived: Double) {
        guard samples.channels == signal.channels, samples.count > 0 else { return }
        known = (samples.streamTime(0), signal.end)
        self.arrived = arrived
        for sample in 0..<samples.count {
            append(at: samples.streamTime(sample)) { samples.rawCount(sample, $0) }
        }
    }

    /// One sample: its time by the device, and its counts.
    package mutating func append(at time: UInt64, _ count: (Int) -> Int16) { signal.append(at: time, count) }

    package mutating func append(_ window: LiveWindow) {
        windows.append(end: place(of: window.streamTime), window.probabilities)
    }

    /// The place of the sample that was taken at a time of the device's.
    package func place(of time: UInt64) -> Int {
        let seconds = (Double(time) - Double(known.time)) / 1e6
        return max(0, min(signal.end, Int(saturating: Double(known.place) + (seconds * rate).rounded())))
    }

    /// A message with columns of the signal and of the probabilities, as link.js reads it.
    ///
    /// - Parameters:
    ///   - columns: which, each of so many samples.
    ///   - samplesPerColumn: 1 or more.
    package func message(_ columns: Range<Int>, samplesPerColumn: Int) -> [UInt8] {
        var message = PageBytes(kind: 1)
        message.append(epoch)
        message.append(Double(columns.lowerBound))
        message.append(UInt32(samplesPerColumn))
        message.append(UInt32(columns.count))
        message.append(UInt32(signal.channels))
        message.append(UInt32(windows.labels))
        message.append(Double(signal.end))
        message.append(arrived)
        for column in columns {
            let samples = column * samplesPerColumn..<(column + 1) * samplesPerColumn
            var channel = 0
            signal.extremes(samples) { counts in
                let (scale, offset) = scales[channel]
                let ends =
                    counts.map { [Double($0.least) * scale + offset, Double($0.greatest) * scale + offset] } ?? [.nan, .nan]
                message.append(Float(scale < 0 ? ends[1] : ends[0]))
                message.append(Float(scale < 0 ? ends[0] : ends[1]))
                channel += 1
            }
            windows.greatest(samples) { message.append($0) }
        }
        return message.bytes
    }
}
