import Foundation
import SignalProcessing
import Testing

/// A device in a field of 48 µT that dips by 65°: turned to a heading, its nose raised, then rolled about its x axis; in degrees.
private struct Attitude {
    var heading: Double
    var raised = 0.0
    var rolled = 0.0

    /// The device's axes in a world whose x points north, y west and z up.
    private var axes: [SIMD3<Double>] {
        let (h, p, r) = (-heading * .pi / 180, raised * .pi / 180, rolled * .pi / 180)
        let level = SIMD3(cos(h), sin(h), 0)
        let left = SIMD3(-sin(h), cos(h), 0)
        let x = cos(p) * level + SIMD3(0, 0, sin(p))
        let above = cos(p) * SIMD3(0, 0, 1) - sin(p) * level
        return [x, cos(r) * left + sin(r) * above, cos(r) * above - sin(r) * left]
    }

    func seen(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        let parts = axes.map { ($0 * vector).sum() }
        return SIMD3(parts[0], parts[1], parts[2])
    }

    var up: SIMD3<Double> { seen(SIMD3(0, 0, 1)) }
    var field: SIMD3<Double> { seen(48 * SIMD3(cos(65 * Double.pi / 180), 0, -sin(65 * Double.pi / 180))) }
}

/// Degrees between two headings.
private func apart(_ one: Double, _ other: Double) -> Double {
    let turn = (one - other).truncatingRemainder(dividingBy: 360).magnitude
    return min(turn, 360 - turn)
}

@Suite("The magnetic heading")
struct MagneticHeadingTests {
    @Test(
        "is that of the eight points of the compass, however the device is tilted",
        arguments: stride(from: 0.0, to: 360, by: 45).map { $0 },
        [(0.0, 0.0), (30, 0), (-45, 0), (0, 60), (20, -35), (-70, 100), (10, 180)])
    func points(_ heading: Double, _ tilt: (raised: Double, rolled: Double)) throws {
        let attitude = Attitude(heading: heading, raised: tilt.raised, rolled: tilt.rolled)
        let found = try #require(MagneticHeading.degrees(up: attitude.up, field: attitude.field))
        #expect(apart(found, heading) < 1e-9 && (0..<360).contains(found))
    }

    @Test("has known values where the device lies level: field along x is north, along y east, because y points left")
    func known() {
        for (field, degrees) in [
            (SIMD3(20.0, 0, -40), 0.0), (SIMD3(0, 20, -40), 90), (SIMD3(-20, 0, -40), 180), (SIMD3(0, -20, -40), 270),
        ] {
            #expect(MagneticHeading.degrees(up: SIMD3(0, 0, 1), field: field) == degrees)
        }
    }

    @Test("is none where x points up, the field is vertical, or there is neither")
    func none() {
        #expect(MagneticHeading.degrees(up: SIMD3(1, 0.1, 0), field: SIMD3(0, 0, 1)) == nil)
        #expect(MagneticHeading.degrees(up: SIMD3(0, 0, 1), field: SIMD3(0, 0, -48)) == nil)
        #expect(MagneticHeading.degrees(up: SIMD3(), field: SIMD3(1, 0, 0)) == nil)
        #expect(MagneticHeading.degrees(up: SIMD3(0, 0, 1), field: SIMD3(.nan, 0, 0)) == nil)
    }

    /// What is told while the device stands so for some seconds, at 50 Hz.
    private func stand(
        _ heading: inout MagneticHeading, _ attitude: Attitude, seconds: Double, magnet: SIMD3<Double> = SIMD3(),
        shaken: Double = 0, turning: SIMD3<Double> = SIMD3()
    ) -> [MagneticHeading.Heading?] {
        (0..<Int(seconds * 50)).map { _ in
            heading.push(
                acceleration: attitude.up * (1 + shaken), rotation: turning, field: attitude.field + magnet)
        }
    }

    @Test("is calm after a fifth of a second", arguments: [(0.0, 0.0), (135, 0), (250, 40)])
    func calm(_ degrees: Double, _ raised: Double) throws {
        var heading = MagneticHeading(rate: 50, strength: 48)
        let told = stand(&heading, Attitude(heading: degrees, raised: raised), seconds: 2)
        #expect(told[..<9].allSatisfy { $0 == nil })
        for found in told[9...] {
            let found = try #require(found)
            #expect(found.isCalm && apart(found.degrees, degrees) < 0.1)
        }
    }

    @Test("is the last calm one, carried on, while a magnet is near, the device is shaken, or it turns fast")
    func carried() throws {
        let attitude = Attitude(heading: 70, raised: 10)
        let disturbances: [(magnet: SIMD3<Double>, shaken: Double)] = [
            (SIMD3(20, 30, 5), 0), (SIMD3(), 0.06), (SIMD3(), -0.06), (SIMD3(.nan, 0, 0), 0),
        ]
        for (magnet, shaken) in disturbances {
            var heading = MagneticHeading(rate: 50, strength: 48)
            _ = stand(&heading, attitude, seconds: 1)
            for found in stand(&heading, attitude, seconds: 3, magnet: magnet, shaken: shaken) {
                let found = try #require(found)
                #expect(!found.isCalm && apart(found.degrees, 70) < 0.5)
            }
            #expect(stand(&heading, attitude, seconds: 1).last??.isCalm == true)
        }
    }

    @Test("is carried through a quarter turn to the right beside a magnet by the gyroscope")
    func turned() throws {
        var heading = MagneticHeading(rate: 50, strength: 48)
        _ = stand(&heading, Attitude(heading: 300), seconds: 1)
        let magnet = SIMD3(40.0, 40, 0)
        // To the right is against the right-hand rule about up: 45°/s for two seconds.
        for _ in 0..<100 {
            _ = heading.push(
                acceleration: SIMD3(0, 0, 1), rotation: SIMD3(0, 0, -.pi / 4), field: Attitude(heading: 0).field + magnet)
        }
        let found = try #require(stand(&heading, Attitude(heading: 30), seconds: 0.1, magnet: magnet).last ?? nil)
        #expect(!found.isCalm && apart(found.degrees, 30) < 1.5, "\(found)")
    }

    @Test("is not calm in a turn of more than 1 rad/s, in however calm a field")
    func fast() {
        for (speed, isCalm) in [(0.8, true), (1.2, false)] {
            var heading = MagneticHeading(rate: 50, strength: 48)
            var last: MagneticHeading.Heading?
            _ = stand(&heading, Attitude(heading: 0), seconds: 1)
            for step in 1...50 {
                let attitude = Attitude(heading: Double(step) / 50 * speed * 180 / .pi)
                last = heading.push(acceleration: attitude.up, rotation: SIMD3(0, 0, -speed), field: attitude.field)
            }
            #expect(last?.isCalm == isCalm && apart(last?.degrees ?? 180, speed * 180 / .pi) < 2, "\(speed)")
        }
    }

    @Test("takes the running median for the field's strength where nobody calibrated")
    func median() {
        var heading = MagneticHeading(rate: 50)
        let attitude = Attitude(heading: 10)
        let told = stand(&heading, attitude, seconds: 2)
        #expect(told.first == .some(nil) && told.last??.isCalm == true)
        #expect(stand(&heading, attitude, seconds: 2, magnet: SIMD3(0, 0, -10)).last??.isCalm == false)
    }

    @Test("is unknown after lost samples until it is calm again")
    func lost() {
        var heading = MagneticHeading(rate: 50, strength: 48)
        _ = stand(&heading, Attitude(heading: 10), seconds: 1)
        heading.restart()
        let told = stand(&heading, Attitude(heading: 200), seconds: 1)
        #expect(told[0] == nil && apart(told.last??.degrees ?? 0, 200) < 0.1)
    }
}
