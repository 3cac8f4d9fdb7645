import Foundation
import Testing
import Training

@Suite("A motion made unevenly")
struct UnevennessTests {
    private static func probe(window: Int, _ change: (inout AugmentationOptions) -> Void) throws -> SequenceProbe {
        var options = AugmentationOptions.none
        change(&options)
        let data = try dataSet([countingSession(count: 2 * window) { _ in "a" }], window: window, hop: window, kept: ["a"])
        return SequenceProbe(data, plan: .singleWindow, augmentation: options)
    }

    /// Channel 0 counts samples, so that it shows where the motion is.
    private static func positions(_ pace: Double, window: Int, seeds: Int) throws -> [[Float]] {
        let probe = try probe(window: window) { $0.pace = pace }
        return (0..<seeds).map { probe.load(0, seed: UInt64($0)).samples.map { $0[0] } }
    }

    /// The same of the second window of two, from where it began: it may begin earlier, but where it would end later the last
    /// sample is held.
    private static func withMovedEnds(_ pace: Double = 0) throws -> [[Float]] {
        let probe = try probe(window: 31) { ($0.ends, $0.pace) = (0.2, pace) }
        return (0..<400).map { probe.load(1, seed: $0).samples.map { $0[0] - 31 } }
    }

    private static func deviation(_ values: [Double]) -> Double {
        (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }

    @Test("begins and ends where it did, and never goes back")
    func ends() throws {
        for positions in try Self.positions(0.6, window: 32, seeds: 40) {
            #expect(positions.first == 0 && abs(positions[31] - 31) < 1e-3)
            #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test("is so much quicker at one end than at the other as the pace's deviation says", arguments: [0.2, 0.6])
    func pace(_ pace: Double) throws {
        let ratios = try Self.positions(pace, window: 64, seeds: 1500).map { positions in
            log(Double((positions[63] - positions[62]) / (positions[1] - positions[0])))
        }
        // The last step's pace is the last number; that of the first step lies 3/63 of the way from the first to the second.
        let share = 3.0 / 63
        let wanted = pace * (1 + share * share + (1 - share) * (1 - share)).squareRoot()
        #expect(abs(Self.deviation(ratios) / wanted - 1) < 0.08)
    }

    @Test("begins up to the part of a window earlier or later that is asked for", arguments: [0, 0.6])
    func movedBeginning(_ pace: Double) throws {
        let begins = try Self.withMovedEnds(pace).map { $0[0] }
        #expect(begins.allSatisfy { abs($0) < 6.001 } && begins.contains { $0 < -5.5 } && begins.contains { $0 > 5.5 })
    }

    @Test("ends up to the part of a window earlier or later that is asked for", arguments: [0, 0.6])
    func movedEnd(_ pace: Double) throws {
        let ends = try Self.withMovedEnds(pace).map { $0[30] - 30 }
        #expect(ends.allSatisfy { $0 < 0.001 && $0 > -6.001 } && ends.contains { $0 < -5.5 })
        #expect(abs(ends.count { $0 > -0.001 } - 200) < 40, "half of them end later")
    }

    @Test("ends wherever it begins")
    func independentEnds() throws {
        let earlierBoth = try Self.withMovedEnds().count { $0[0] < 0 && $0[30] < 29.999 }
        #expect(abs(earlierBoth - 100) < 40)
    }

    @Test("goes evenly from where it begins to where it ends")
    func evenlyBetween() throws {
        for samples in try Self.withMovedEnds() where samples[30] < 29.9 {
            let step = (samples[30] - samples[0]) / 30
            #expect(samples.indices.allSatisfy { abs(samples[$0] - samples[0] - Float($0) * step) < 1e-3 })
        }
    }

    @Test("keeps its strength, however quick it is")
    func strength() throws {
        let shown = try Self.probe(window: 32) { ($0.pace, $0.ends) = (0.6, 0.2) }.load(0, seed: 3)
        // Channel 4 is constantly 3 rad/s, channel 2 constantly −1 g.
        #expect(shown.samples.allSatisfy { $0[4] == 3 && $0[2] == -1 })
    }

    @Test("drifts by curves of the deviation that is asked for, straight between eight points of a window")
    func drift() throws {
        let probe = try Self.probe(window: 15) { $0.drift = 0.3 }
        var points: [Double] = []
        for seed in 0..<300 as Range<UInt64> {
            let samples = probe.load(0, seed: seed).samples
            for (channel, constant) in [(1, 0.25), (2, -1), (4, 3)] {
                let drift: [Double] = samples.map { Double($0[channel]) - constant }
                points += stride(from: 0, to: 15, by: 2).map { drift[$0] }
                let bends = stride(from: 1, to: 14, by: 2).map { place -> Double in
                    let between = (drift[place - 1] + drift[place + 1]) / 2
                    return abs(drift[place] - between)
                }
                #expect(bends.allSatisfy { $0 < 1e-5 })
            }
        }
        // To the probe every channel deviates by 1.
        #expect(abs(Self.deviation(points) / 0.3 - 1) < 0.05)
    }

    @Test("drifts otherwise in every window of a sequence through which the state is carried")
    func longSequences() throws {
        let data = try dataSet([countingSession(count: 240) { _ in "a" }], window: 15, hop: 15, kept: ["a"])
        var options = AugmentationOptions.none
        options.drift = 0.3
        let shown = SequenceProbe(data, plan: SequencePlan(windows: 8), augmentation: options).load(0, seed: 1)
        let drift = shown.samples.map { $0[2] + 1 }
        let slopes = zip(drift, drift.dropFirst()).map { $1 - $0 }
        let bends = zip(slopes, slopes.dropFirst()).count { abs($1 - $0) > 1e-4 }
        #expect(drift.count > 100 && bends >= drift.count / 2 - 4)
    }

    @Test("is what whole strokes are learned as by default, varied like all else otherwise", arguments: [1, 4])
    func strokes(_ people: Int) {
        var options = AugmentationOptions.strokesStandingIn(forPeople: people)
        #expect(options.pace == 0.6 && options.ends == 0.2 && options.drift == 0.6)
        (options.pace, options.ends, options.drift) = (0, 0, 0)
        #expect(options == .standingIn(forPeople: people))
    }
}
