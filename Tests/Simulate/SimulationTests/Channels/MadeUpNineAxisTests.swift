import Foundation
import MotionCore
import Recordings
import Simulation
import Testing

@Suite("Made-up people who calibrate a device with nine axes")
struct MadeUpNineAxisTests {
    private let made = MadeUpNineAxis(seed: 5)

    /// Of the magnetometer in a sample, without the iron: by the inverse of the matrix that bends it.
    private func field(_ sample: ArraySlice<Float>, _ iron: MadeUpNineAxis.Iron) -> SIMD3<Double> {
        let values = sample.suffix(3).map { Double($0) }
        let v = SIMD3(values[0], values[1], values[2]) - iron.hard
        let (a, b, c) = (iron.soft[0], iron.soft[1], iron.soft[2])
        func cross(_ p: SIMD3<Double>, _ q: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x)
        }
        let volume = (a * cross(b, c)).sum()
        return SIMD3((v * cross(b, c)).sum(), (v * cross(c, a)).sum(), (v * cross(a, b)).sum()) / volume
    }

    @Test("read a field of 48 µT that dips by 65°, with iron about it")
    func physics() {
        let session: RecordedSession = made.recording(people: 3..<4).sessions[0]
        let iron = made.iron(person: 3)
        #expect(session.channels.names == SixAxes.names + ["mx", "my", "mz"])
        for place in stride(from: 0, to: session.count, by: 10) {
            let sample = session.sample(place)
            let field = field(sample, iron)
            let strength = (field * field).sum().squareRoot()
            let values = sample.prefix(3).map { Double($0) }
            let up = SIMD3(values[0], values[1], values[2])
            let dip = asin(-(up * field).sum() / (up * up).sum().squareRoot() / strength) * 180 / .pi
            #expect(abs(strength - 48) < 2 && abs(dip - 65) < 6, "\(place): \(strength) µT, \(dip)°")
        }
    }

    @Test("lay the device down flat at the end, towards the heading that they say, and a quarter turn to the right of it")
    func heading() {
        let session = made.recording(people: 3..<4, gestures: 2).sessions[0]
        let iron = made.iron(person: 3)
        let flat = (0..<session.count).filter { session.labels[$0] == "flat" }
        for (place, turned) in [(flat[100], 0.0), (flat[300], 90)] {
            let field = field(session.sample(place), iron)
            let heading = atan2(field.y, field.x) * 180 / .pi
            let apart = abs(remainder(heading - made.heading(person: 3) - turned, 360))
            #expect(apart < 5, "\(heading)° in place of \(made.heading(person: 3) + turned)°")
        }
    }

    @Test("are the same again with the same seed, each with iron of their own")
    func repeatable() {
        let one = made.recording(people: 2..<3)
        #expect(MadeUpNineAxis(seed: 5).recording(people: 0..<4).sessions[2] == one.sessions[0])
        #expect(made.iron(person: 2) != made.iron(person: 3))
    }
}
