import DataSets
import ForeignTables
import Foundation
import Recordings
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Tables that became a data set, as a page")
struct ConversionPageTests {
    /// A board at rest that turns about z.
    ///
    /// - Parameter missing: samples that are not there.
    private static func table(rate: Double, samples: Int, missing: Range<Int> = 0..<0) -> String {
        let rows = (0..<samples).filter { !missing.contains($0) }
            .map { "\(Double($0) / rate),0,0,\(1 + Double($0 % 2) / 10),0.5,0,0.25" }
        return "time_s,ax,ay,az,gx,gy,gz\n" + rows.joined(separator: "\n") + "\n"
    }

    private func converted(_ tables: [String: String], keeps: Bool = true) throws -> ConvertedDataSet {
        let world = try CurationWorld([])
        defer { world.remove() }
        for (name, text) in tables { try world.write(text, "in/\(name)") }
        var reader = ForeignReader()
        reader.units = RecordedUnits("g,rad/s")
        let conversion = try DataSetConversion(
            [world.motionq.path("in")], by: reader, rate: nil, label: nil, subject: nil)
        return try conversion.write(to: world.motionq.path("out"), keepingFirstSeconds: keeps)
    }

    @Test("a table's first five seconds are kept, the mean of so many samples that 300 points are enough")
    func means() throws {
        let first = try #require(converted(["swing.csv": Self.table(rate: 100, samples: 700)]).tables[0].firstSeconds)
        #expect(first.samplesPerPoint == 2 && first.points.count == 250)
        #expect(first.points.allSatisfy { abs($0.values[2] - 1.05) < 1e-5 && $0.values[3] == 0.5 && !$0.followsGap })
        #expect(abs(first.points[1].time - 0.025) < 1e-9)
    }

    @Test("points on both sides of missing samples are told apart")
    func gap() throws {
        let table = Self.table(rate: 50, samples: 200, missing: 80..<90)
        let first = try #require(converted(["swing.csv": table]).tables[0].firstSeconds)
        #expect(first.points.count == 190)
        #expect(first.points.indices.filter { first.points[$0].followsGap } == [80])
    }

    @Test("nothing is kept that nobody asked for")
    func unasked() throws {
        #expect(try converted(["swing.csv": Self.table(rate: 50, samples: 200)], keeps: false).tables[0].firstSeconds == nil)
    }

    @Test("the page draws how each table begins, with what it was taken for, and tells of those that were left out")
    func figures() throws {
        let tables = [
            "one.csv": Self.table(rate: 50, samples: 200), "two.csv": Self.table(rate: 50, samples: 200),
            "none.csv": "time_s,ax,ay,az\n0,a,b,c\n1,d,e,f\n",
        ]
        let page = try ConversionPage(converted(tables), in: "out").html
        #expect(page.contains("2\u{A0}tables became 8\u{A0}s of motion."))
        #expect(page.components(separatedBy: "<svg").count == 3)
        #expect(page.contains("How one.csv begins") && page.contains("50.0\u{A0}Hz by time_s") && page.contains("g,rad/s"))
        #expect(page.contains("What was left out") && page.contains("none.csv"))
        #expect(XMLParser(data: Data(page.utf8)).parse())
    }

    @Test("a table without a gyroscope has one panel of curves, one with it two")
    func panels() throws {
        let table = "time_s,ax,ay,az\n" + (0..<100).map { "\(Double($0) / 50),0,0,1\n" }.joined()
        let (without, with) = try (
            ConversionPage(converted(["a.csv": table]), in: "out").html,
            ConversionPage(converted(["a.csv": Self.table(rate: 50, samples: 100)]), in: "out").html
        )
        #expect(!without.contains(">rad/s<") && with.contains(">rad/s<"))
    }

    @Test("the page holds no script and loads nothing", arguments: ["<script", "http:", "https:", "src=", "href=", "url("])
    func selfContained(_ needle: String) throws {
        let page = try ConversionPage(converted(["a.csv": Self.table(rate: 50, samples: 100)]), in: "out").html
        #expect(!page.lowercased().contains(needle))
    }
}
