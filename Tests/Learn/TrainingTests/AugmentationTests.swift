import Recordings
import Testing
import Training

@Suite("The augmentation")
struct AugmentationTests {
    private static let sample: [Float] = [0.3, -0.7, 0.9, 1.5, -2, 0.25]

    private static func only(_ change: (inout AugmentationOptions) -> Void) -> AugmentationOptions {
        var options = AugmentationOptions.none
        change(&options)
        return options
    }

    private static func dot(_ left: ArraySlice<Float>, _ right: ArraySlice<Float>) -> Float {
        zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
    }

    @Test("turns by orthonormal matrices", arguments: [[0.3, 0, 0], [0, -1.2, 0], [0.5, 0.4, -2], [0, 0, 3.1]])
    func orthonormal(_ vector: [Double]) {
        let matrix = SequenceProbe.rotation(by: vector)
        for row in 0..<3 {
            for other in 0..<3 {
                let product = Self.dot(matrix[row * 3..<row * 3 + 3], matrix[other * 3..<other * 3 + 3])
                #expect(abs(product - (row == other ? 1 : 0)) < 1e-6)
            }
        }
    }

    @Test("turns by the right-hand rule: a quarter about z takes x to y", arguments: [0, 1, 2])
    func sign(_ axis: Int) {
        var vector = [0.0, 0, 0]
        vector[axis] = .pi / 2
        let matrix = SequenceProbe.rotation(by: vector)
        let (from, to) = ((axis + 1) % 3, (axis + 2) % 3)
        #expect(abs(matrix[to * 3 + from] - 1) < 1e-6 && abs(matrix[axis * 3 + axis] - 1) < 1e-6)
    }

    /// Gravity that stands still in the world moves against the rotation in the sensor: dg/dt = g × ω. A turned sensor obeys the
    /// same law, which holds only if both triples are turned alike.
    @Test("turns acceleration and rates alike, so that motion stays possible", arguments: 1...5 as ClosedRange<UInt64>)
    func consistency(_ seed: UInt64) {
        let options = Self.only { $0.rotation = [40, 40, 40] }
        func cross(_ a: ArraySlice<Float>, _ b: ArraySlice<Float>) -> [Float] {
            let (a, b) = (Array(a), Array(b))
            return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        }
        let change = cross(Self.sample[0..<3], Self.sample[3..<6])
        let turned = SequenceProbe.varied(Self.sample, options, seed: seed)
        let turnedChange = SequenceProbe.varied(change + [0, 0, 0], options, seed: seed)
        #expect(zip(cross(turned[0..<3], turned[3..<6]), turnedChange).allSatisfy { abs($0 - $1) < 1e-5 })
        #expect(zip(turned, Self.sample).contains { abs($0 - $1) > 0.01 })
    }

    @Test("about gravity leaves gravity where it is and moves everything else", arguments: 1...5 as ClosedRange<UInt64>)
    func spin(_ seed: UInt64) {
        let options = Self.only { $0.spin = 60 }
        let up = SIMD3<Float>(0.6, 0, -0.8)
        let still = SequenceProbe.varied([0.6, 0, -0.8, 0.6, 0, -0.8], options, up: up, seed: seed)
        #expect(zip(still, [0.6, 0, -0.8, 0.6, 0, -0.8]).allSatisfy { abs($0 - $1) < 1e-6 })
        let turned = SequenceProbe.varied(Self.sample, options, up: up, seed: seed)
        #expect(zip(turned, Self.sample).contains { abs($0 - $1) > 0.01 })
    }

    @Test("about gravity does nothing where there is none")
    func spinWithoutGravity() {
        #expect(SequenceProbe.varied(Self.sample, Self.only { $0.spin = 60 }, seed: 1) == Self.sample)
    }

    @Test("is all of it for one person, and a third of it for nine, but for 30 degrees about gravity", arguments: [1, 9])
    func people(_ count: Int) {
        let options = AugmentationOptions.standingIn(forPeople: count)
        let share = count == 1 ? 1 : 1.0 / 3
        #expect(options.rotation.allSatisfy { abs($0 - 30 * share) < 1e-9 } && abs(options.scale - 0.3 * share) < 1e-9)
        #expect(abs(options.spin * options.spin + options.rotation[0] * options.rotation[0] - 900) < 1e-6)
    }

    @Test("of postures turns about gravity alone, by 30 degrees, however many people there are", arguments: [1, 9])
    func postures(_ count: Int) {
        let options = AugmentationOptions.posturesStandingIn(forPeople: count)
        #expect(options.rotation == [0, 0, 0] && options.spin == 30)
        #expect(options.scale == AugmentationOptions.standingIn(forPeople: count).scale)
    }

    @Test("keeps lengths and the angle between acceleration and rate when it turns", arguments: 1...5 as ClosedRange<UInt64>)
    func lengths(_ seed: UInt64) {
        let turned = SequenceProbe.varied(Self.sample, Self.only { $0.rotation = [40, 40, 40] }, seed: seed)
        for (left, right) in [(0..<3, 0..<3), (3..<6, 3..<6), (0..<3, 3..<6)] {
            #expect(abs(Self.dot(turned[left], turned[right]) - Self.dot(Self.sample[left], Self.sample[right])) < 1e-5)
        }
    }

    @Test("mirrors acceleration as a polar and rates as an axial vector", arguments: [0, 1, 2])
    func mirror(_ axis: Int) {
        let mirrored = SequenceProbe.varied(
            Self.sample,
            Self.only {
                $0.mirrored = 1
                $0.mirrorAxis = axis
            }, seed: 1)
        let wanted = Self.sample.enumerated().map { index, value in (index < 3) == (index % 3 == axis) ? -value : value }
        #expect(mirrored == wanted)
    }

    @Test("raises angular rates with the tempo and leaves acceleration", arguments: 1...5 as ClosedRange<UInt64>)
    func tempo(_ seed: UInt64) throws {
        let options = Self.only { $0.timeWarp = 0.2 }
        let data = try dataSet([countingSession()], window: 16, hop: 16, kept: ["a", "b"])
        let shown = SequenceProbe(data, plan: .singleWindow, augmentation: options).load(2, seed: seed)
        let tempo = (shown.samples[15][0] - shown.samples[0][0]) / 15
        // Channel 4 is constantly 3 rad/s, channel 2 constantly −1 g.
        #expect(shown.samples.allSatisfy { abs($0[4] - 3 * tempo) < 1e-4 && $0[2] == -1 })
    }

    @Test("that is none leaves every window bit for bit")
    func none() throws {
        let data = try dataSet([countingSession()])
        let probe = SequenceProbe(data, plan: .singleWindow, augmentation: .none)
        for (index, window) in data.windows.enumerated() {
            let shown = probe.load(index, seed: UInt64(index), lane: index % 16)
            #expect(shown.samples.flatMap { $0 } == Array(data.values(of: window)) && shown.targets == [window.label])
        }
    }

    @Test("shifts a window at most so far, and asks for the label of what is shown")
    func shift() throws {
        let data = try dataSet([countingSession()])
        let probe = SequenceProbe(data, plan: .singleWindow, augmentation: Self.only { $0.shift = 0.5 })
        var moved: Set<Int> = []
        for (index, window) in data.windows.enumerated() {
            for seed in 0..<40 as Range<UInt64> {
                let shown = probe.load(index, seed: seed)
                let start = Int(shown.samples[0][0])
                moved.insert(start - window.start)
                // Of equally many the later label counts.
                #expect(shown.targets == [start + 8 < 52 ? 0 : 1])
            }
        }
        #expect(moved.isSubset(of: -4...4) && moved.count > 6)
    }

    @Test("reads a label up to so much of a window elsewhere, and shows the window where it was")
    func labelShift() throws {
        let data = try dataSet([countingSession()], hop: 1)
        let probe = SequenceProbe(data, plan: .singleWindow, augmentation: Self.only { $0.labelShift = 0.125 })
        let reach = data.options.window / 8
        var unsure = 0
        for (index, window) in data.windows.enumerated() {
            let shown = (0..<80 as Range<UInt64>).map { probe.load(index, seed: $0) }
            #expect(shown.allSatisfy { $0.samples.flatMap { $0 } == Array(data.values(of: window)) })
            // Of equally many the later label counts: it changes in the window that starts at 44.
            let isNear = (44 - reach...43 + reach).contains(window.start)
            let labels = Set(shown.compactMap { $0.targets[0] })
            #expect(labels == (isNear ? [0, 1] : [window.label]), "\(window.start)")
            unsure += isNear ? 1 : 0
        }
        #expect(unsure > 0)
    }

    @Test("adds noise of the deviation that is asked for")
    func noise() throws {
        let still = session("u", count: 400, label: { $0 < 200 ? "a" : "b" }) { [$0 % 2 == 0 ? 1 : -1, 0, 0, 0, 0, 0] }
        let probe = SequenceProbe(try dataSet([still]), plan: .singleWindow, augmentation: Self.only { $0.noise = 0.1 })
        // The deviation of every channel is 1 here: ax moves so, and what does not move counts so. The probe normalises nothing.
        let values = (0..<40).flatMap { index in probe.load(index, seed: UInt64(index)).samples.flatMap { $0[1...] } }
        let deviation = (values.reduce(0) { $0 + $1 * $1 } / Float(values.count)).squareRoot()
        #expect(abs(deviation - 0.1) < 0.01)
    }

    @Test("is the same for the same seed and another for another")
    func seeds() throws {
        let probe = SequenceProbe(try dataSet([countingSession()]), plan: .singleWindow, augmentation: AugmentationOptions())
        #expect(probe.load(3, seed: 1) == probe.load(3, seed: 1, lane: 9))
        #expect(probe.load(3, seed: 1) != probe.load(3, seed: 2))
    }
}
