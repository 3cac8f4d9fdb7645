import Benchmarking
import Foundation
import Testing

@Suite("The chart of a sweep")
struct SweepChartTests {
    private static func sweep(kernels: [String]) -> Sweep {
        let points = Sweep.Axis.allCases.flatMap { axis in
            axis.values.flatMap { value in
                kernels.map { kernel in
                    Sweep.Point(
                        axis: axis, value: value, kernel: kernel, time: TimeSummary([Double(value) * 310], itemsPerBurst: 1),
                        multiplications: Double(value * 1000))
                }
            }
        }
        return Sweep(points: points)
    }

    @Test("is well-formed XML that names each kernel, escaped, and each value")
    func wellFormed() {
        let svg = SweepChart(Self.sweep(kernels: ["plain", "<fast> & new"])).svg
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
        #expect(svg.contains(">&lt;fast&gt; &amp; new</text>"))
        for value in Sweep.Axis.allCases.flatMap(\.values) { #expect(svg.contains(">\(value)</text>")) }
        #expect(Self.openElements(svg) == [])
        for number in ["nan", "inf"] { #expect(!svg.contains("\"\(number)") && !svg.contains(" \(number)")) }
    }

    @Test("has a point for each measurement, twice: its time and its cost")
    func points() {
        let svg = SweepChart(Self.sweep(kernels: ["a", "b", "c"])).svg
        let values = Sweep.Axis.allCases.flatMap(\.values).count
        #expect(svg.components(separatedBy: "class=\"dot").count - 1 == 2 * 3 * values)
    }

    /// Elements that are not closed, in the order in which they were opened; “!” where one is closed that is not open.
    private static func openElements(_ xml: String) -> [String] {
        var open: [String] = []
        for piece in xml.split(separator: "<") {
            guard let tag = piece.split(separator: ">").first, piece.contains(">") else { return open + ["!"] }
            let name = String(tag.prefix { $0 != " " && $0 != "/" })
            if tag.hasPrefix("/") {
                guard open.last == String(tag.dropFirst()) else { return open + ["!"] }
                open.removeLast()
            } else if !tag.hasSuffix("/") {
                open.append(name)
            }
        }
        return open
    }
}
