import MotionCore

/// The last minutes of a stream of samples as counts, on an even grid: lost samples are places without a value.
package struct SignalHistory {
    package let channels: Int
    /// Samples that are kept.
    package let capacity: Int
    /// Place of the next sample; the first one is 0.
    package private(set) var end = 0
    /// Whether a count says that there is no value, by channel.
    private let mayLackValue: [Bool]
    private let samples: Storage

    /// Bytes that are kept at most, whatever the rate: 32 channels at 10,000 Hz for a minute.
    package static let mostBytes = 48 << 20
    package static let seconds = 600.0
    /// In the place of a time: the sample was lost, or there was none, as another session began.
    private static let (lost, interrupted) = (UInt64.max, UInt64.max - 1)

    /// What stands at a place.
    package enum Moment: Equatable {
        /// Taken at a time of the device, in microseconds.
        case taken(at: UInt64)
        case lost
        case interrupted
    }

    /// Memory of the system's, which is there when it is first written to. It is shared and written to: a history is not copied.
    private final class Storage {
        let counts: UnsafeMutablePointer<Int16>
        let times: UnsafeMutablePointer<UInt64>

        init(samples: Int, channels: Int) {
            counts = .allocate(capacity: max(1, samples * channels))
            times = .allocate(capacity: samples)
        }

        deinit {
            counts.deallocate()
            times.deallocate()
        }
    }

    /// - Parameters:
    ///   - mayLackValue: for each channel, whether −32,768 says that it has no value.
    ///   - rate: samples per second.
    package init(mayLackValue: [Bool], rate: Double) {
        self.mayLackValue = mayLackValue
        channels = mayLackValue.count
        let wanted = min(Self.seconds * max(1, rate), Double(Self.mostBytes / (2 * channels + 8)))
        capacity = max(1, Int(saturating: wanted))
        samples = Storage(samples: capacity, channels: channels)
    }

    /// Place of the oldest sample that is kept.
    package var begin: Int { max(0, end - capacity) }

    /// - Parameter time: of the device, in microseconds.
    package mutating func append(at time: UInt64, _ count: (Int) -> Int16) {
        let row = samples.counts + end % capacity * channels
        for channel in 0..<channels { row[channel] = count(channel) }
        samples.times[end % capacity] = time
        end += 1
    }

    /// Samples that did not arrive.
    package mutating func appendGap(_ count: Int) {
        end += max(0, count - capacity)
        for _ in 0..<min(count, capacity) {
            samples.times[end % capacity] = Self.lost
            end += 1
        }
    }

    /// Another session begins: its samples are no neighbours of those before.
    package mutating func interrupt() {
        guard end > 0 else { return }
        samples.times[end % capacity] = Self.interrupted
        end += 1
    }

    /// What is known of a sample; nil if it is kept no more.
    package func moment(_ sample: Int) -> Moment? {
        guard (begin..<end).contains(sample) else { return nil }
        return switch samples.times[sample % capacity] {
        case Self.lost: .lost
        case Self.interrupted: .interrupted
        case let time: .taken(at: time)
        }
    }

    /// What a sensor counted in a sample that was taken and is kept.
    package func count(_ sample: Int, _ channel: Int) -> Int16 { samples.counts[sample % capacity * channels + channel] }

    /// How unevenly the newest samples were taken, by the device's clock.
    ///
    /// - Parameter samples: how many of them.
    /// - Returns: the standard deviation of the time from one to the next, in microseconds; nil where no two are neighbours.
    package func jitter(of samples: Int) -> Double? {
        var (count, sum, squares) = (0.0, 0.0, 0.0)
        var last: UInt64?
        for sample in max(begin, end - samples)..<end {
            guard case .taken(let time) = moment(sample) else {
                last = nil
                continue
            }
            if let last {
                let interval = Double(time) - Double(last)
                (count, sum, squares) = (count + 1, sum + interval, squares + interval * interval)
            }
            last = time
        }
        return count > 0 ? max(0, squares / count - (sum / count) * (sum / count)).squareRoot() : nil
    }

    /// Least and greatest count of each channel in a stretch; nil where there is no value.
    ///
    /// - Parameter append: called for each channel in turn.
    package func extremes(_ range: Range<Int>, append: ((least: Int16, greatest: Int16)?) -> Void) {
        let range = range.clamped(to: begin..<end)
        for channel in 0..<channels {
            var (least, greatest) = (Int16.max, Int16.min)
            var isAny = false
            for sample in range {
                let place = sample % capacity
                let count = samples.counts[place * channels + channel]
                if samples.times[place] >= Self.interrupted || (mayLackValue[channel] && count == ChannelText.noValue) { continue }
                isAny = true
                least = min(least, count)
                greatest = max(greatest, count)
            }
            append(isAny ? (least, greatest) : nil)
        }
    }
}
