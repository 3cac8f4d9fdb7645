import Formatting
import Testing

@Suite("Printed numbers")
struct PrintedNumberTests {
    @Test("numbers are printed as C prints them")
    func printing() {
        #expect(String(printing: "%.2f|%5.1f|%+.3f|%02d|%04x", 0.125, -2.25, 1.0, 7, 255) == "0.12| -2.2|+1.000|07|00ff")
    }

    @Test("a long result is not cut")
    func long() {
        #expect(String(printing: "%.300f", 1.0).count == 302)
    }
}
