import DeviceTools
import Models
import MotionCore
import WireProtocol

/// `run --axes auto`: how the board sits, by laying it down and tipping its front.
enum FoundAxes {
    /// Says what is to be done, and waits until it was.
    ///
    /// - Throws: a refusal, or the end with 130.
    static func find(_ choice: ChosenPort) throws -> SIMD3<Int8> {
        var found: SIMD3<Int8>?
        try SensorReader.follow(choice, alongBoard: true) { hello in
            var finder = AxesFinder(rate: Double(hello.sensor.rate))
            Output.note("how does the board sit? lay it still as the model's lay with z up")
            return { reading in
                switch finder.push(acceleration: reading.acceleration, rotation: reading.rotation) {
                case .lies: Output.note("it lies still; now tip its front, the model's x, down and back again")
                case .turnedOtherwise: Output.note("that was no tip of the front; lay it still again, and tip its front down")
                case .found(let axes): found = axes
                case nil: break
                }
                return found != nil
            }
        }
        guard let found else { throw Refusal(.unavailable, "how the board sits was not found out") }
        let words = found.axesWords
        Output.note("the board's x, y and z are the model's \(words); next time --axes=\(words) says so at once")
        return found
    }
}
