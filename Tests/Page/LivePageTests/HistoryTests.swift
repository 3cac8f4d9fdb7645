import LivePage
import Randomness
import Testing

@Suite("What a page's history keeps")
struct HistoryTests {
    /// What a history says of a stretch.
    private func extremes(_ history: SignalHistory, _ range: Range<Int>) -> [(least: Int16, greatest: Int16)?] {
        var found: [(least: Int16, greatest: Int16)?] = []
        history.extremes(range) { found.append($0) }
        return found
    }

    @Test("least and greatest counts of any stretch, as looking at each sample finds them")
    func extremes() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<40 {
            let mayLack = (0..<Int.random(in: 1...5, using: &generator)).map { _ in Bool.random(using: &generator) }
            var history = SignalHistory(mayLackValue: mayLack, rate: 1)
            var all: [[Int16]?] = []
            for _ in 0..<Int.random(in: 1...1500, using: &generator) {
                if Int.random(in: 0..<20, using: &generator) == 0 {
                    let lost = Int.random(in: 1...9, using: &generator)
                    history.appendGap(lost)
                    all += (0..<lost).map { _ in nil }
                } else {
                    let sample = mayLack.map { _ in
                        Bool.random(using: &generator) ? Int16.min : Int16.random(in: -99...99, using: &generator)
                    }
                    history.append(at: UInt64(all.count)) { sample[$0] }
                    all.append(sample)
                }
            }
            #expect(history.end == all.count && history.begin == max(0, all.count - 600))
            let ends = (0..<2).map { _ in Int.random(in: -5...all.count + 5, using: &generator) }.sorted()
            let found = extremes(history, ends[0]..<ends[1])
            for channel in mayLack.indices {
                let kept = (ends[0]..<ends[1]).filter { (history.begin..<history.end).contains($0) }
                let counts = kept.compactMap { all[$0]?[channel] }.filter { !mayLack[channel] || $0 != .min }
                #expect(found[channel]?.least == counts.min() && found[channel]?.greatest == counts.max())
            }
            for sample in ends {
                #expect(
                    history.moment(sample)
                        == (!all.indices.contains(sample) || sample < history.begin
                            ? nil : all[sample] == nil ? .lost : .taken(at: UInt64(sample))))
            }
        }
    }

    @Test("no more windows than the signal has room for, the newest of them")
    func windowsForgotten() {
        var windows = WindowHistory(labels: 1)
        for window in 0..<20_000 {
            let score: [Int16] = [Int16(window % 1000)]
            score.withUnsafeBufferPointer { windows.append(WindowHistory.Entry(end: 10 * window), $0) }
            windows.forget(before: 10 * window - 30_000)
        }
        #expect(windows.count == 20_000)
        #expect((3000...3600).contains(windows.entries.count), "\(windows.entries.count)")
        let first = 20_000 - windows.entries.count
        #expect(windows.entries[0].end == 10 * first && windows.probabilities(at: 0) == [Int16(first % 1000)])
        #expect(windows.entries.last?.end == 199_990)
    }

    @Test("how unevenly samples came, gaps and sessions aside")
    func jitter() {
        var history = SignalHistory(mayLackValue: [false], rate: 50)
        #expect(history.jitter(of: 100) == nil)
        var time: UInt64 = 0
        for sample in 0..<200 {
            // 22 ms and 18 ms in turn, and long gaps.
            time += sample % 2 == 0 ? 22_000 : 18_000
            if sample % 50 == 49 {
                history.appendGap(3)
                time += 5_000_000
            }
            history.append(at: time) { _ in 0 }
        }
        let jitter = history.jitter(of: 100) ?? -1
        #expect(abs(jitter - 2000) < 5, "\(jitter)")
        history.interrupt()
        #expect(history.jitter(of: 1) == nil)
    }

    @Test(
        "ten minutes, and of a fast device with many channels no more than its share of memory",
        arguments: [(9, 1000.0), (32, 10_000)])
    func memory(_ channels: Int, _ rate: Double) {
        let history = SignalHistory(mayLackValue: [Bool](repeating: false, count: channels), rate: rate)
        #expect(history.capacity * (2 * channels + 8) <= SignalHistory.mostBytes)
        #expect(history.capacity == Int(min(600 * rate, Double(SignalHistory.mostBytes / (2 * channels + 8)))))
    }

    @Test("a gap longer than itself leaves nothing but the gap, and the count goes on")
    func longGap() {
        var history = SignalHistory(mayLackValue: [false], rate: 1)
        history.append(at: 1) { _ in 1 }
        history.appendGap(1_000_000)
        history.append(at: 2) { _ in 2 }
        #expect(
            history.end == 1_000_002 && history.moment(1_000_001) == .taken(at: 2) && history.moment(1_000_000) == .lost
                && history.moment(0) == nil)
        #expect(extremes(history, 0..<1_000_001)[0] == nil && extremes(history, 0..<1_000_002)[0]?.least == 2)
    }

    @Test("the greatest probability of each label among the windows that ended in a stretch")
    func windows() {
        var history = WindowHistory(labels: 2)
        for (end, scores) in [(10, [100, 0]), (20, [300, 50]), (20, [200, 60]), (31, [32767, 1])] as [(Int, [Int16])] {
            scores.withUnsafeBufferPointer { history.append(WindowHistory.Entry(end: end), $0) }
        }
        func greatest(_ range: Range<Int>) -> [Float] {
            var found: [Float] = []
            history.greatest(range) { found.append($0 * 32767) }
            return found.map { $0.isNaN ? -1 : $0.rounded() }
        }
        #expect(greatest(0..<10) == [-1, -1] && greatest(10..<20) == [100, 0] && greatest(11..<31) == [300, 60])
        #expect(greatest(0..<100) == [32767, 60] && greatest(32..<99) == [-1, -1])
    }

    @Test("of windows the newest")
    func manyWindows() {
        var history = WindowHistory(labels: 1)
        for end in 0..<WindowHistory.most + 5 {
            [Int16(end % 100)].withUnsafeBufferPointer { history.append(WindowHistory.Entry(end: end), $0) }
        }
        var found: [Float] = []
        history.greatest(0..<100) { found.append($0) }
        history.greatest(WindowHistory.most..<WindowHistory.most + 5) { found.append($0) }
        #expect(found[0].isNaN && found[1] == 4 / 32767)
    }
}

@Suite("What a page may ask to see")
struct PageViewTests {
    @Test("so many columns of so many seconds, the newest or up to a sample")
    func read() {
        #expect(PageView("view 10 600 live") == PageView())
        #expect(PageView("view 0.5 1200 4000")?.end == 4000)
        #expect(PageView("view 10 600 live")?.samplesPerColumn(rate: 1000) == 17)
        #expect(PageView("view 10 600 live")?.samplesPerColumn(rate: 50) == 1)
    }

    @Test(
        "and nothing else",
        arguments: [
            "", "view", "view 10 600", "view 10 600 live more", "view 0 600 live", "view nan 600 live", "view inf 600 live",
            "view 10 0 live", "view 10 99999999 live", "view 10 600 -1", "view 10 600 1e9", "look 10 600 live", "view  10 600",
        ])
    func refused(_ text: String) { #expect(PageView(text) == nil) }
}
