import MotionCore
import Testing
import Training

@Suite("Windows of named channels are varied")
struct ChannelVariationTests {
    private let channels = NamedChannels(["left.ax", "left.ay", "left.az", "flex", "right.ax", "right.ay", "right.az", "right.gx"])
    private let sample: [Float] = [0.6, 0, 0.8, 300, 0, 1, 0, 0.5]

    private func varied(_ options: AugmentationOptions, seed: UInt64) -> [Float] {
        SequenceProbe.varied(sample, channels, options, means: [0, 0, 0, 200, 0, 0, 0, 0], seed: seed)
    }

    private func length(_ values: ArraySlice<Float>) -> Float { values.reduce(0) { $0 + $1 * $1 }.squareRoot() }

    @Test("by turning each sensor by itself, as a whole, and nothing else", arguments: UInt64(0)..<20)
    func turns(seed: UInt64) {
        var options = AugmentationOptions.none
        options.rotation = [30, 30, 30]
        let result = varied(options, seed: seed)
        #expect(abs(length(result[0..<3]) - 1) < 1e-5 && abs(length(result[4..<7]) - 1) < 1e-5)
        // Both sensors point along one direction that the other's turn would bring elsewhere.
        let together = zip(result[0..<3], result[4..<7]).reduce(0) { $0 + $1.0 * $1.1 }
        #expect(abs(together) > 1e-4, "turned alike, they would stay at right angles")
        #expect(result[3] == 300 && result[7] == 0.5)
    }

    @Test("by the strength of what is no motion, about its mean, and by what is added")
    func gains() {
        var options = AugmentationOptions.none
        options.gain = 0.1
        let gained = (0..<200).map { varied(options, seed: $0)[3] }
        #expect(gained.allSatisfy { $0 > 220 && $0 < 380 } && Set(gained).count > 190)
        options.gain = 0
        options.offset = 0.5
        let moved = (0..<200).map { varied(options, seed: $0)[3] - 300 }
        #expect(abs(moved.reduce(0, +)) < 200 * 5 && length(moved[...]) > 14 * 15)
    }

    @Test("by leaving out whole sensors and single channels, never all of them")
    func missing() {
        var options = AugmentationOptions.none
        options.missing = 0.5
        var lost: Set<[Int]> = []
        for seed in UInt64(0)..<200 {
            let result = varied(options, seed: seed)
            lost.insert(result.indices.filter { result[$0].isNaN })
        }
        let (left, flex, right) = ([0, 1, 2], [3], [4, 5, 6, 7])
        #expect(lost == [[], left, flex, right, left + flex, left + right, flex + right])
    }
}
