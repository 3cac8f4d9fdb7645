import Models
import Testing

@Suite("A physical value becomes the integer network's input")
struct QuantizedInputTests {
    private let feature = InputFeature(name: "ax", offset: 0.5, scale: 2)

    @Test(
        "(x − offset) · scale in steps of the format, to nearest, saturated",
        arguments: [
            (0.5, Int16(0), "the offset"), (1.5, 512, "one unit, twice, in Q7.8"),
            (0.5 + 1 / 1024.0, 1, "half a step, away from zero"),
            (0.5 - 1 / 1024.0, -1, "minus half a step"), (1e9, 32767, "beyond the format"), (-1e9, -32768, "below it"),
            (.nan, 0, "missing"), (.infinity, 32767, "endless"),
        ])
    func values(_ value: Double, _ expected: Int16, _ description: String) {
        #expect(feature.quantized(value, fractionBits: 8) == expected, "\(description)")
    }
}
