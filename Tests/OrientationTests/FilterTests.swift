import Channels
import Conditioning
import Foundation
import Recording
import ReferenceModel
import Testing

@Suite("The orientation filter")
struct FilterTests {
    @Test(
        "finds a gyroscope's bias of 2°/s within 20 s, about any axis",
        arguments: [SIMD3(2.0, 0, 0), SIMD3(0, -2.0, 0), SIMD3(0, 0, 2.0)])
    func bias(_ bias: SIMD3<Double>) {
        let motion = MadeUpTurning(bias: bias, seconds: 20)
        let found = derived(motion.values, rate: 50).filter.bias
        for axis in 0..<3 { #expect(abs(Double(found[axis]) * 180 / .pi - bias[axis]) < 0.1, "\(found * 180 / .pi)") }
    }

    @Test("tells the angles of a sensor that lies tilted", arguments: [(30.0, 0.0), (0, 40), (-120, 10)])
    func attitude(_ roll: Double, _ pitch: Double) {
        let (r, p) = (roll * .pi / 180, pitch * .pi / 180)
        let up = [-sin(p), cos(p) * sin(r), cos(p) * cos(r)].map { Float($0) }
        let told = derived(Array(repeating: up + [0, 0, 0], count: 10).flatMap { $0 }, rate: 50).quantities[9]
        #expect(abs(Double(told[0]) - r) < 1e-3 && abs(Double(told[1]) - p) < 1e-3)
        for axis in 0..<3 { #expect(abs(told[3 + axis] - up[axis]) < 1e-3 && abs(told[6 + axis]) < 1e-3) }
    }

    @Test("follows a quarter turn about the vertical by the gyroscope alone")
    func yaw() {
        let sample: [Float] = [0, 0, 1, 0, 0, .pi / 2]
        let told = derived(Array(repeating: sample, count: 100).flatMap { $0 }, rate: 100).quantities
        #expect(abs(told[99][2] - .pi / 2) < 1e-3)
    }

    @Test("splits the acceleration: gravity of one g, and the rest")
    func sum() {
        let motion = MadeUpTurning(bias: .zero, seconds: 20)
        for (index, told) in derived(motion.values, rate: 50).quantities.enumerated() {
            #expect(abs(told[3] * told[3] + told[4] * told[4] + told[5] * told[5] - 1) < 1e-5)
            for axis in 0..<3 { #expect(told[6 + axis] == motion.values[index * 6 + axis] - told[3 + axis]) }
        }
    }

    @Test("tells of a sensor that reads minus what it measures minus gravity, as Apple's do")
    func opposite() {
        let motion = MadeUpTurning(bias: .zero, seconds: 20)
        let reversed = motion.values.enumerated().map { $0.offset % 6 < 3 ? -$0.element : $0.element }
        let (one, other) = (derived(motion.values, rate: 50).quantities, derived(reversed, rate: 50).quantities)
        // A turn of the upright frame on its head rounds otherwise.
        for (first, second) in zip(one, other) { #expect(angle(gravity(first), -gravity(second)) < 0.1) }
    }

    @Test("goes on from samples that are no numbers, and from free fall")
    func faults() {
        let motion = MadeUpTurning(bias: .zero, seconds: 20)
        var values = motion.values
        for index in [30, 601, 1204, 1805] { values[index] = .nan }
        values[2000] = .infinity
        for index in 300..<360 where index % 6 < 3 { values[index] = 0 }
        let told = derived(values, rate: 50).quantities
        #expect(angle(gravity(told[999]), motion.up[999]) < 2)
    }

    @Test("keeps the bias over a restart, and nothing else")
    func restart() {
        let motion = MadeUpTurning(bias: SIMD3(1, -1, 0.5), seconds: 20)
        var (_, filter) = derived(motion.values, rate: 50)
        let bias = filter.bias
        filter.restart()
        #expect(filter.bias == bias && !filter.rests)
        var told = [Float](repeating: 0, count: OrientationFilter.quantities.count)
        filter.push([0, 1, 0, 0, 0, 0], into: &told)
        #expect(abs(told[4] - 1) < 1e-5)
    }

    @Test("gives the same bits wherever it runs")
    func bits() {
        let motion = MadeUpTurning(bias: SIMD3(1.2, -0.8, 0.5))
        // Exact in single precision, so that the sine of this machine's library does not matter.
        let coarse = motion.values.map { ($0 * 4096).rounded() / 4096 }
        var hash: UInt64 = 14_695_981_039_346_656_037
        // Of attitude, gravity and the acceleration without it, of which the rest is made (`DerivedInputTests` has all).
        for value in derived(coarse, rate: 50).quantities.flatMap({ $0.prefix(9) }) {
            hash = (hash ^ UInt64(value.bitPattern)) &* 1_099_511_628_211
        }
        #expect(hash == 11_322_704_661_167_627_252, "\(hash)")
    }

    @Test("has names that models know, in g and radians")
    func names() {
        #expect(RecordedSession.quantityNames == OrientationFilter.axes + OrientationFilter.quantities)
        for name in OrientationFilter.quantities { #expect(InputFeature(name: name).isDerived) }
        for name in OrientationFilter.axes { #expect(!InputFeature(name: name).isDerived) }
        #expect(InputFeature(name: "yaw").unit == .radians && InputFeature(name: "gravity_y").unit == .gravity)
    }
}
