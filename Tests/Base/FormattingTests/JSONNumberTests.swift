import Formatting
import Testing

@Suite("A number in JSON")
struct JSONNumberTests {
    @Test("keeps the zeros in front of the point", arguments: [(5400.0, "5400"), (120_000, "120000"), (0.2, "0"), (-0.2, "0")])
    func whole(_ value: Double, _ text: String) {
        var line = JSONLine()
        line.add("n", value, digits: 0)
        #expect(line.line == "{\"n\":\(text)}")
    }

    @Test("loses the zeros at its end", arguments: [(0.5, "0.5"), (10, "10"), (0.1234567, "0.123457"), (0, "0")])
    func decimals(_ value: Double, _ text: String) {
        var line = JSONLine()
        line.add("n", value)
        #expect(line.line == "{\"n\":\(text)}")
    }
}
