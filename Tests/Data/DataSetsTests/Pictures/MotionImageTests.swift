import DataSets
import MotionCore
import Randomness
import Testing

@Suite struct MotionImageTests {
    @Test func `channels stand across, time goes down`() {
        // 2 g on ay in the first half, −250 °/s about z in the second.
        let first: [Float] = [0, 2, 0, 0, 0, 0]
        let second: [Float] = [0, 0, 0, 0, 0, -250 * .pi / 180]
        let picture = MotionImage(gain: 1, side: 12).picture(of: (first + first + second + second)[...])
        for row in 0..<12 {
            for column in 0..<12 {
                let expected: UInt8 = row < 6 && column / 2 == 1 ? 192 : row >= 6 && column / 2 == 5 ? 96 : 128
                #expect(picture[row, column] == expected, "row \(row), column \(column)")
            }
        }
    }

    @Test(arguments: [(Float(0.5), 160), (1, 192), (2, 255), (3, 255), (-2, 1), (-16, 1), (.nan, 128), (.infinity, 255)])
    func `with a gain of two, what is above half of full scale is clamped`(value: Float, grey: Int) {
        let picture = MotionImage(side: 6).picture(of: [value, 0, 0, 0, 0, 0])
        #expect(Int(picture[0, 0]) == grey)
    }

    @Test func `a square has the pixels that are nearest, and no new shade`() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<50 {
            let (width, height) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...200, using: &random))
            let side = Int.random(in: 1...64, using: &random)
            let columns = GreyImage(width: width, height: 1, pixels: (0..<width).map { UInt8($0) }).square(side)
            let rows = GreyImage(width: 1, height: height, pixels: (0..<height).map { UInt8($0) }).square(side)
            for place in 0..<side {
                #expect(isNearest(Int(columns[0, place]), of: width, to: place, of: side))
                #expect(isNearest(Int(rows[place, 0]), of: height, to: place, of: side))
            }
        }
    }

    /// Whether no pixel's middle lies nearer to that of a pixel of the square.
    private func isNearest(_ pixel: Int, of count: Int, to place: Int, of side: Int) -> Bool {
        let distances = (0..<count).map { abs((2 * $0 + 1) * side - (2 * place + 1) * count) }
        return distances[pixel] == distances.min()
    }

    @Test(arguments: [1, 5, 12, 100, 1001])
    func `samples one by one make the picture of all of them`(count: Int) {
        let image = MotionImage(gain: 1, side: 12)
        let values = (0..<count * 6).map { Float(($0 * 7919) % 8000) / 1000 - 4 }
        var pixels: [UInt8] = []
        for sample in 0..<count {
            let alone = image.picture(of: values[sample * 6..<sample * 6 + 6])
            pixels += (0..<6).map { alone[0, $0 * 2] }
        }
        #expect(image.picture(of: values[...]) == GreyImage(width: 6, height: count, pixels: pixels).square(12))
    }

    @Test func `a channel that is no motion is drawn from its mean, in deviations, and what is missing is grey`() {
        let channels = NamedChannels(["ax", "jaw", "still"])
        var finder = PictureScales.Finder(channels)
        for value in [Float(8), 12, 8, 12, .nan] { finder.add([0, value, 3]) }
        #expect(finder.needsSamples && !PictureScales.Finder(.sixAxes).needsSamples)
        #expect(PictureScales.Finder(.sixAxes).scales == .sixAxes)
        // Mean 10, deviation 2: half of a deviation more is a quarter of the way to white.
        let picture = MotionImage(side: 9).picture(of: [2, 11, 3, 2, .nan, 3, 2, 14, 3], scales: finder.scales)
        #expect((0..<3).map { picture[3 * $0, 0] } == [255, 255, 255])
        #expect((0..<3).map { picture[3 * $0, 4] } == [160, 128, 255])
        #expect((0..<3).map { picture[3 * $0, 8] } == [128, 128, 128])
    }

    @Test func `a picture that is as large already stays as it is`() {
        let image = GreyImage(width: 2, height: 2, pixels: [1, 2, 3, 4])
        #expect(image.square(2) == image)
    }
}
