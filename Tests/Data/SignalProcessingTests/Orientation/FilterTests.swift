import Foundation
import Models
import MotionCore
import Recordings
import SignalProcessing
import Testing

@Suite("The orientation filter")
struct FilterTests {
    @Test(
        "finds a gyroscope's bias of 2°/s within 20 s, about any axis",
        arguments: [SIMD3(2.0, 0, 0), SIMD3(0, -2.0, 0), SIMD3(0, 0, 2.0)])
    func bias(_ bias: SIMD3<Double>) {
        let motion = MadeUpTurning(bias: bias, seconds: 20)
        let found = derived(motion.values, rate: 50).filter.bias
        for axis in 0..<3 {
            let degrees = Double(found[axis]) * 180 / .pi
            #expect(abs(degrees - bias[axis]) < 0.1)
        }
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
        let told = derived(coarse, rate: 50).quantities
        #expect(hash(told.flatMap { $0[..<9] }) == 11_322_704_661_167_627_252)
        #expect(hash(told.flatMap { $0[9...] }) == 15_872_955_296_898_221_025)
    }

    /// FNV-1a over the bits.
    private func hash(_ values: [Float]) -> UInt64 {
        values.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1.bitPattern)) &* 1_099_511_628_211 }
    }

    @Test("tells the same in the level frame however the sensor is mounted, but for its heading", arguments: 1...5)
    func level(_ seed: UInt64) {
        let motion = MadeUpTurning(bias: .zero)
        let mount = Mount(seed: seed)
        let (one, other) = (derived(motion.values, rate: 50).quantities, derived(mount.turned(motion.values), rate: 50).quantities)
        // The heading by which they differ, told once: the difference stays.
        let heading = atan2(one[300][13], one[300][12]) - atan2(other[300][13], other[300][12])
        let (c, s) = (cos(heading), sin(heading))
        for (first, second) in zip(one, other) {
            for part in [9, 12] {
                let (x, y) = (c * second[part] - s * second[part + 1], s * second[part] + c * second[part + 1])
                #expect(abs(x - first[part]) < 0.01 && abs(y - first[part + 1]) < 0.01)
                #expect(abs(second[part + 2] - first[part + 2]) < 0.01)
            }
        }
    }

    @Test("has an upright level frame: nothing is left of gravity, and a turn about the vertical is one about z", arguments: 1...3)
    func upright(_ seed: UInt64) {
        let mount = Mount(seed: seed)
        let told = derived(mount.turned(Array(repeating: [0, 0, 1, 0, 0, 0.5], count: 100).flatMap { $0 }), rate: 50).quantities[99]
        for (value, expected) in zip(told[9...], [0, 0, 0, 0, 0, 0.5] as [Float]) { #expect(abs(value - expected) < 1e-3) }
    }

    @Test("has names that models know, in g and radians")
    func names() {
        #expect(RecordedSession.quantityNames == SixAxes.names + OrientationFilter.quantities)
        for name in OrientationFilter.quantities { #expect(InputFeature(name: name).isDerived) }
        for name in SixAxes.names { #expect(!InputFeature(name: name).isDerived) }
        #expect(InputFeature(name: "yaw").unit == .radians && InputFeature(name: "gravity_y").unit == .gravity)
        #expect(InputFeature(name: "level_gy").unit == .radiansPerSecond && InputFeature(name: "level_ay").unit == .gravity)
    }
}
