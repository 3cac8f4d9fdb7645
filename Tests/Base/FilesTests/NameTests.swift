import Files
import Testing

@Suite("Names")
struct NameTests {
    @Test(
        "digits in names count as numbers",
        arguments: [
            ["fc2", "fc10"], ["", "a"], ["fc", "fc0"], ["a9b", "a10a"], ["l.0.weight", "l.0.weight2"], ["02", "2"], ["a", "b"],
            ["99999999999999999999998", "99999999999999999999999"], ["9", "100000000000000000000000"], ["u_03", "u_4"],
            ["1a", "1b"],
        ])
    func order(_ pair: [String]) {
        #expect(pair[0].precedes(pair[1]))
        #expect(!pair[1].precedes(pair[0]))
    }

    @Test("no name stands before itself", arguments: ["", "a", "fc10", "007"])
    func irreflexive(_ name: String) {
        #expect(!name.precedes(name))
    }

    @Test(
        "spaces around a text go, those inside stay",
        arguments: [(" a b ", "a b"), ("\ta\u{A0}", "a"), ("", ""), ("  ", ""), ("a", "a")])
    func trimmed(_ text: String, _ expected: String) {
        #expect(text.trimmed == expected)
    }
}
