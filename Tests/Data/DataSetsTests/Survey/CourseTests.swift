import Foundation
import Testing

@Suite("The course of a label's repetitions")
struct CourseTests {
    /// Repetitions of so many samples each, in which ax rises from 0 to 1 and gx is the repetition's own number from -1 to 1.
    private func page(lengths: [Int]) throws -> String {
        var text = CurationWorld.header
        for (number, length) in lengths.enumerated() {
            for sample in 0..<length {
                let own = lengths.count > 1 ? 2 * Double(number) / Double(lengths.count - 1) - 1 : 0
                text += "s\(number),u,rise,\(sample * 20),\(Double(sample) / Double(length - 1)),0,0,\(own),0,0\n"
            }
        }
        let world = try CurationWorld([text])
        defer { world.remove() }
        return try world.page()
    }

    /// The heights of a path's points in the first figure, by the path's style.
    ///
    /// - Parameter place: which of the paths of that style: acceleration, then rotation.
    private func heights(_ page: String, _ style: String, _ place: Int = 0) throws -> [Double] {
        let paths = page.components(separatedBy: "<path d=\"M").dropFirst().filter { $0.contains("class=\"\(style)\"") }
        let path = try #require(paths.dropFirst(place).first?.components(separatedBy: "\"").first)
        return path.replacingOccurrences(of: "Z", with: "").split(separator: "L").compactMap { point in
            point.split(separator: " ").last.flatMap { Double($0) }
        }
    }

    /// From the frame's bottom to its top, in even steps.
    private func isStraight(_ heights: [Double]) -> Bool {
        let step = (heights[heights.count - 1] - heights[0]) / Double(heights.count - 1)
        return heights.indices.allSatisfy { abs(heights[$0] - heights[0] - Double($0) * step) < 0.02 }
    }

    @Test("goes from begin to end, whatever a repetition took", arguments: [[60], [20, 35, 50], [10_000, 3, 51]])
    func straight(_ lengths: [Int]) throws {
        let heights = try heights(page(lengths: lengths), "sx")
        #expect(heights.count == 51 && isStraight(heights))
        #expect((heights[0] - heights[50]).magnitude > 80)
    }

    @Test("has no spread where all repetitions are alike")
    func alike() throws {
        let page = try page(lengths: [20, 35, 50])
        let (line, band) = try (heights(page, "sx"), heights(page, "bx"))
        #expect(zip(band, line + line.reversed()).allSatisfy { abs($0 - $1) < 0.02 })
    }

    @Test("spreads by one standard deviation on either side")
    func spread() throws {
        // Three repetitions at -1, 0 and 1: the mean is 0, the deviation 1, so that the band is as high as the frame.
        let page = try page(lengths: [20, 20, 20])
        let (line, band) = try (heights(page, "sx", 1), heights(page, "bx", 1))
        #expect(Set(line).count == 1 && Set(band).count == 2)
        #expect(abs((band.max() ?? 0) - (band.min() ?? 0) - 92) < 0.02)
        #expect(abs((band.max() ?? 0) + (band.min() ?? 0) - 2 * line[0]) < 0.02)
    }
}
