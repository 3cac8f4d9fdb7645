import Formatting
import MotionCore
import WireProtocol

/// Samples: their index, their times, their rate (PROTOCOL.md §2.1, §4, §6.2, §7).
extension Examination {
    private static let ofSamples: [Rule] = [.channels, .dataIndex, .otherIndex, .timeOrder, .firstSampleTime, .longestWait, .rate]

    func judgeStream(_ frames: [Heard]) {
        let data = frames.filter(\.isData)
        guard data.count >= 2 else {
            if isReplay {
                skip(.dataComes, "it replays a recording, and none plays")
            } else {
                fail(.dataComes, "\(data.count) DATA frames came", mend: "send DATA from HELLO on, whether a host listens or not")
            }
            return skip(Self.ofSamples, "no samples came")
        }
        pass(.dataComes, "\(data.reduce(0) { $0 + Int($1.header.count) }) samples in \(data.count) frames")
        let odd = data.first { $0.payload.count != Int($0.header.count) * 2 * ($0.announced?.channelsOfData ?? 0) }
        settle(
            .channels, odd.map { "\($0.payload.count) bytes for \($0.header.count) samples" }, "in every frame",
            mend: "send two bytes for each channel of HELLO and each sample, in HELLO's order")
        judgeDataIndex(data)
        judgeOtherIndex(frames)
        judgeTimeOrder(frames)
        guard !isReplay else {
            return skip([.firstSampleTime, .longestWait, .rate], Self.ofReplays)
        }
        guard !hasFailed(.drift) else {
            return skip([.firstSampleTime, .longestWait, .rate], "its clock runs too wrong to say")
        }
        judgeAges(frames)
        judgeRate(data)
    }

    private func judgeDataIndex(_ data: [Heard]) {
        var lost = 0
        var fault: String?
        for (one, next) in zip(data, data.dropFirst()) where one.header.sessionTag == next.header.sessionTag {
            let gap = Int(Int16(bitPattern: next.header.index &- one.end))
            guard gap != 0, fault == nil, let period = one.period else { continue }
            let passed = Double(next.header.time.distance(from: one.header.time)) / period - Double(one.header.count)
            if gap > 0, abs(passed - Double(gap)) < Double(gap) / 10 + 2 {
                lost += gap
            } else {
                fault = "after sample \(one.end &- 1) came \(next.header.index), and by the times no sample is missing"
            }
        }
        settle(
            .dataIndex, fault, lost == 0 ? "none was lost" : "\(lost) were lost, as index and time agree",
            mend: "index is that of the frame's first sample, counted from boot over all samples that were taken")
    }

    /// Frames between two DATA that follow each other bear the index of the second one's first sample.
    private func judgeOtherIndex(_ frames: [Heard]) {
        var fault: String?
        var others: [Heard] = []
        var before: Heard?
        for frame in frames {
            guard frame.isData else {
                others.append(frame)
                continue
            }
            if let before, before.end == frame.header.index, before.header.sessionTag == frame.header.sessionTag, fault == nil,
                let wrong = others.first(where: { $0.header.index != frame.header.index })
            {
                fault =
                    "a frame of type \(wrong.header.type) before sample \(frame.header.index) bears \(wrong.header.index)"
            }
            before = frame
            others.removeAll()
        }
        settle(
            .otherIndex, fault, "in every frame",
            mend: "in every type but DATA, send the index of the first sample that waits: it counts as not sent")
    }

    private func judgeTimeOrder(_ frames: [Heard]) {
        var fault: String?
        for isOfData in [true, false] {
            let same = frames.filter { $0.isData == isOfData }
            for (one, next) in zip(same, same.dropFirst()) {
                let step = next.header.time.distance(from: one.header.time)
                guard step < 0, fault == nil else { continue }
                fault = "a frame of type \(next.header.type) is \(-Int(step)) µs earlier than the one before it"
            }
        }
        settle(.timeOrder, fault, "of \(frames.count) frames", mend: "let frames leave in the order in which they are made")
    }

    /// When the samples were taken against when they came, by the fastest frames.
    private func judgeAges(_ frames: [Heard]) {
        var firsts: [Double] = []
        var lasts: [Double] = []
        var longest = 0.0
        let measured = measuredPeriod(frames.filter(\.isData))
        for (place, frame) in frames.enumerated() {
            guard frame.isData, let period = measured ?? frame.period,
                let now = frames.deviceTime(at: frame.at, before: place, speed: clockSpeed)
            else { continue }
            let age = Double(now.distance(from: frame.header.time)) / 1000
            let span = Double(frame.header.count - 1) * period / 1000
            firsts.append(age)
            lasts.append(age - span)
            longest = max(longest, span)
        }
        guard firsts.count >= 5, let first = firsts.median, let last = lasts.median else {
            return skip([.firstSampleTime, .longestWait], "too few frames came")
        }
        settle(
            .firstSampleTime,
            last < -4 ? String(printing: "by it a frame's last sample is taken %.1f ms after it came", -last) : nil,
            String(printing: "the last sample of a frame is %.1f ms old when it comes", max(0, last)),
            mend: "put the time at which the frame's first sample was taken into its header")
        // A line of 115,200 baud needs 22 ms for the longest frame, an adapter keeps it for 16.
        let isLate = first > 70 && !hasFailed(.firstSampleTime)
        settle(
            .longestWait,
            longest >= 20.5
                ? String(printing: "a frame holds samples of %.0f ms", longest)
                : isLate ? String(printing: "a frame's first sample is %.0f ms old when it comes", first) : nil,
            String(printing: "a frame's first sample is %.1f ms old when it comes", first),
            mend: "let a frame leave when the next sample would make its first one 20 ms old")
    }

    /// Microseconds from sample to sample by the device's clock: a wrong rate is to be one fault, and not three.
    private func measuredPeriod(_ data: [Heard]) -> Double? {
        guard !hasFailed(.dataIndex), let last = data.last,
            let first = data.first(where: { $0.header.sessionTag == last.header.sessionTag }),
            first.header.index != last.header.index
        else { return nil }
        return Double(last.header.time &- first.header.time) / Double(last.header.index &- first.header.index)
    }

    private func judgeRate(_ data: [Heard]) {
        guard let last = data.last, let first = data.first(where: { $0.header.sessionTag == last.header.sessionTag }),
            let announced = last.announced?.sensor.rate, last.at - first.at > 2_000_000
        else { return skip(.rate, "too few samples of one session came") }
        guard !hasFailed(.dataIndex) else { return skip(.rate, "the index is not in order") }
        // More than 65,536 samples do not come while it is listened.
        let samples = Double(last.header.index &- first.header.index)
        let own = samples * 1e6 / Double(last.header.time &- first.header.time)
        let ours = samples * 1e6 / Double(last.at - first.at)
        let isWrong = [own, ours].contains { abs($0 / Double(announced) - 1) > 0.1 }
        let saw = String(printing: "announced %.4g Hz; %.2f by its clock, %.2f by ours", Double(announced), own, ours)
        settle(.rate, isWrong ? saw : nil, saw, mend: "announce in HELLO what the sensor really does")
    }
}
