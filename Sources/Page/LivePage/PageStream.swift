import Formatting
package import GuidedSessions
package import LiveLoop
import MotionCore
package import WireProtocol

/// The signal of one kind of device, and what the network said of it, on one grid of samples.
package struct PageStream {
    /// Which stream it is: another device, other channels, another rate or another model begin another one.
    package private(set) var epoch: UInt32
    /// Its first epoch: that of the signal, whatever model reads it.
    package let origin: UInt32
    /// The device, as it greeted last.
    package private(set) var device: HelloMessage
    package private(set) var signal: SignalHistory
    /// From counts to the units of the channels.
    private let scales: [(scale: Double, offset: Double)]
    package private(set) var windows: WindowHistory
    /// When the newest samples came, in milliseconds since 1970 by this machine's clock.
    package private(set) var arrived = 0.0
    /// A sample's device time and its place.
    private var known: (time: UInt64, place: Int) = (0, 0)

    package init(_ device: HelloMessage, labels: Int, epoch: UInt32) {
        (self.epoch, origin) = (epoch, epoch)
        self.device = device
        let sensor = device.sensor
        let channels = (0..<sensor.channelCount).map { sensor.channels[$0] }
        scales = channels.map { (Double($0.scale), Double($0.offset)) }
        signal = SignalHistory(mayLackValue: channels.map { !$0.text.isEmpty }, rate: Double(sensor.rate))
        windows = WindowHistory(labels: labels)
    }

    package var rate: Double { Double(device.sensor.rate) }

    /// A session of a device begins.
    ///
    /// - Returns: false, and it does not, if the device is another one or measures otherwise.
    package mutating func goOn(with other: HelloMessage) -> Bool {
        guard other.sensor.isSame(as: device.sensor), other.uniqueID.hexadecimal == device.uniqueID.hexadecimal else {
            return false
        }
        device = other
        signal.interrupt()
        return true
    }

    /// Another model begins, or none: its windows are the first.
    package mutating func begin(labels: Int) {
        windows = WindowHistory(labels: labels)
        epoch += 1
    }

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

    package mutating func append(_ window: LiveWindow, because reason: DecisionReason?, isAfterGap: Bool, isAfterEnd: Bool) {
        var entry = WindowHistory.Entry(end: place(of: window.streamTime))
        (entry.reason, entry.isUnknown) = (reason, window.window.isUnknown)
        (entry.isAfterGap, entry.isAfterEnd) = (isAfterGap, isAfterEnd)
        append(entry, window.probabilities)
    }

    /// A window, and its probabilities in Q15.
    package mutating func append(_ window: WindowHistory.Entry, _ probabilities: UnsafeBufferPointer<Int16>) {
        windows.append(window, probabilities)
        windows.forget(before: signal.begin)
    }

    /// The place of the sample that was taken at a time of the device's.
    package func place(of time: UInt64) -> Int {
        let seconds = (Double(time) - Double(known.time)) / 1e6
        return max(0, min(signal.end, Int(saturating: Double(known.place) + (seconds * rate).rounded())))
    }

    /// A stretch of the signal as it can be kept.
    package func stretch(_ range: Range<Int>) -> MotionStretch {
        var stretch = MotionStretch(of: device)
        for sample in range.clamped(to: signal.begin..<signal.end) {
            switch signal.moment(sample) {
            case .taken(let time): stretch.append(at: time) { signal.count(sample, $0) }
            case .lost: stretch.lose()
            case .interrupted: stretch.interrupt()
            case nil: break
            }
        }
        return stretch
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
