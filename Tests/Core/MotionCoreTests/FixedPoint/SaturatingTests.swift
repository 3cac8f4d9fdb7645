import MotionCore
import Testing

@Suite("A floating-point number becomes an integer")
struct SaturatingTests {
    @Test("without its fraction, as Int(_:) has it", arguments: [0, 0.9, -0.9, 1.5, -1.5, 12345.678, -9e15, 4e18])
    func inside(_ number: Double) { #expect(Int(saturating: number) == Int(number)) }

    @Test("of the nearest end of the range beyond it, and 0 for what is no number")
    func beyond() {
        #expect(Int(saturating: Double.infinity) == .max && Int(saturating: -Double.infinity) == .min)
        #expect(Int(saturating: 1e300) == .max && Int(saturating: 9.3e18) == .max && Int(saturating: -9.3e18) == .min)
        #expect(Int(saturating: Double.nan) == 0 && Int16(saturating: Float.nan) == 0)
        #expect(UInt64(saturating: -1.0) == 0 && UInt64(saturating: 1.9e19) == .max)
        #expect(Int(saturating: Float.infinity) == .max && Int(saturating: -Float.infinity) == .min)
        #expect(Int(saturating: Float(Int.max)) == .max && Int(saturating: Float.nan) == 0 && Int(saturating: Float(-2.5)) == -2)
        #expect(UInt64(saturating: Float.infinity) == .max && UInt64(saturating: Float(UInt64.max)) == .max)
        #expect(UInt64(saturating: -Float.infinity) == 0 && UInt64(saturating: Float.nan) == 0)
        #expect(UInt64(saturating: Float(7.9)) == 7)
        #expect(UInt8(saturating: 255.9) == 255 && UInt8(saturating: -0.5) == 0 && Int8(saturating: -128.9) == -128)
    }

    @Test("for every 16-bit number and its neighbours, single and double")
    func all() {
        for number in Int(Int16.min) - 2...Int(Int16.max) + 2 {
            let expected = Int16(clamping: number)
            #expect(Int16(saturating: Double(number)) == expected && Int16(saturating: Float(number)) == expected)
        }
    }
}
