import DeviceTools
import Files
import Foundation
import MotionCore
import Randomness
import TestSupport
import Testing

/// A magnetometer with iron about it, in a field of 48 µT, that somebody turns.
private struct Magnetometer {
    var offset = SIMD3(35.0, -120, 18)
    /// Rows of the symmetric matrix that the field is bent by; its determinant is 1 within a thousandth.
    var rows = [SIMD3(1.08, 0.04, -0.03), SIMD3(0.04, 0.93, 0.05), SIMD3(-0.03, 0.05, 1.0035)]
    /// Largest, in µT.
    var noise = 0.6
    private var random: SeededGenerator

    init(seed: UInt64 = 1) { random = SeededGenerator(seed: seed) }

    mutating func read(_ field: SIMD3<Double>) -> SIMD3<Double> {
        let bent = rows.map { ($0 * field).sum() }
        let noises = (0..<3).map { _ in random.uniform(-noise...noise) }
        return SIMD3(bent[0] + noises[0], bent[1] + noises[1], bent[2] + noises[2]) + offset
    }

    /// The field in a device that is turned in all directions: a spiral over the sphere.
    static func allDirections(_ count: Int, strength: Double = 48) -> [SIMD3<Double>] {
        (0..<count).map { place in
            let height = 1 - 2 * (Double(place) + 0.5) / Double(count)
            let angle = Double(place) * 0.11
            let width = (1 - height * height).squareRoot()
            return strength * SIMD3(width * cos(angle), width * sin(angle), height)
        }
    }
}

private func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }

/// The last step of readings at 50 Hz that is no progress.
private func result(_ readings: [SIMD3<Double>]) -> FieldTurning.Step? {
    var turning = FieldTurning(rate: 50)
    for reading in readings {
        switch turning.push(reading) {
        case .found(let ellipsoid): return .found(ellipsoid)
        case .failed(let fault): return .failed(fault)
        case .covered, nil: break
        }
    }
    return nil
}

@Suite("A magnetometer that is turned in all directions")
struct FieldCalibrationTests {
    @Test("tells the iron about it: the centre within 0.5 µT, strengths within 1 %", arguments: 1...10 as ClosedRange<UInt64>)
    func found(_ seed: UInt64) throws {
        var sensor = Magnetometer(seed: seed)
        let fields = Magnetometer.allDirections(1500)
        guard case .found(let ellipsoid) = result(fields.map { sensor.read($0) }) else {
            return #expect(Bool(false), "no ellipsoid was found")
        }
        let iron = ellipsoid.iron
        #expect(length(iron.offset - sensor.offset) < 0.5, "\(iron.offset)")
        #expect(abs(iron.strength - 48) < 0.5 && ellipsoid.spread < 0.01, "\(iron.strength) µT, \(ellipsoid.spread)")
        sensor.noise = 0
        for field in fields { #expect(length(iron.field(of: sensor.read(field)) - field) < 0.5) }
    }

    @Test("is told by an ellipsoid without noise to the digit")
    func exact() throws {
        var sensor = Magnetometer()
        sensor.noise = 0
        let ellipsoid = try #require(FieldEllipsoid(Magnetometer.allDirections(200).map { sensor.read($0) }))
        #expect(length(ellipsoid.iron.offset - sensor.offset) < 1e-8 && ellipsoid.spread < 1e-10)
    }

    @Test("has seen too little if it was turned about one axis alone, whichever")
    func plane() {
        var sensor = Magnetometer()
        let axes: [(SIMD3<Double>, SIMD3<Double>)] = [
            (SIMD3(1, 0, 0), SIMD3(0, 1, 0)), (SIMD3(0.6, 0, 0.8), SIMD3(0, 1, 0)), (SIMD3(0, 0, 1), SIMD3(0.6, 0.8, 0)),
        ]
        for (first, second) in axes {
            let readings = (0..<2500).map { sample in
                let angle = Double(sample) * 0.02
                return sensor.read(48 * (cos(angle) * first + sin(angle) * second))
            }
            guard case .failed(.flat) = result(readings) else { return #expect(Bool(false), "a circle was taken") }
        }
        guard case .failed(.flat) = result((0..<2500).map { _ in sensor.read(SIMD3(20, 0, -43)) }) else {
            return #expect(Bool(false), "a point was taken")
        }
    }

    @Test("has seen too little in half of all directions")
    func half() {
        var sensor = Magnetometer()
        let readings = (0..<5).flatMap { _ in Magnetometer.allDirections(1000).filter { $0.z > -2 } }.map { sensor.read($0) }
        guard case .failed(.uncovered(let share)) = result(readings) else { return #expect(Bool(false), "half a ball was taken") }
        #expect(share > 0.4 && share < FieldTurning.enough)
    }

    @Test("tells nothing where the field itself differs, as beside a motor")
    func uneven() {
        var (sensor, random) = (Magnetometer(), SeededGenerator(seed: 3))
        let readings = Magnetometer.allDirections(1500).map { sensor.read($0 * random.uniform(0.8...1.2)) }
        guard case .failed(.uneven(let spread)) = result(readings) else { return #expect(Bool(false), "it was taken") }
        #expect(spread > 0.08)
    }

    @Test("is not finite where it has no reading, which is none")
    func missing() {
        var sensor = Magnetometer()
        let fields = Magnetometer.allDirections(1500)
        let readings = fields.enumerated().map { $0 % 3 == 1 ? SIMD3(repeating: Double.nan) : sensor.read($1) }
        guard case .found = result(readings) else { return #expect(Bool(false), "no ellipsoid was found") }
    }
}

@Suite("A calibration with iron")
struct IronCorrectionTests {
    private let iron = IronCorrection(
        offset: SIMD3(35, -120, 18), diagonal: SIMD3(0.93, 1.08, 1), mixed: SIMD3(-0.04, 0.03, -0.05), strength: 48)

    @Test("is kept and read again")
    func kept() throws {
        try withTemporaryFolder { folder in
            var correction = SensorCorrection()
            correction.rotationOffset = SIMD3(0.01, 0, 0.02)
            for iron in [iron, nil] {
                correction.iron = iron
                _ = try CalibrationFile(correction, date: 7).keep(for: "ab12", in: folder)
                #expect(CalibrationFile.of("ab12", in: folder)?.correction == correction)
            }
        }
    }

    private static let old = """
        {"accelerationGain" : [1, 1.5, 1], "accelerationOffset" : [0.1, 0, 0], "date" : 1760000000, "rotationOffset" : [0, 0.02, 0]
        """

    @Test(
        "is read from files of before, which know no field, and from ones whose field is none, without it",
        arguments: [
            "", #","fieldOffset":[1,2],"fieldMatrix":[[1,0,0],[0,1,0],[0,0,1]],"fieldStrength":48"#,
            #","fieldOffset":[1,2,3],"fieldMatrix":[[1,0,0],[0,-1,0],[0,0,1]],"fieldStrength":48"#,
            #","fieldOffset":[1,2,3],"fieldMatrix":[[1,0,0],[0,1,0],[0,0,1]],"fieldStrength":0"#,
        ])
    func before(_ field: String) throws {
        try withTemporaryFolder { folder in
            try "\(Self.old)\(field)}".write(toFile: Path.joined(folder, "ab12.json"), atomically: true, encoding: .utf8)
            let correction = try #require(CalibrationFile.of("ab12", in: folder)?.correction)
            #expect(correction.accelerationGain.y == 1.5 && correction.rotationOffset.y == 0.02 && correction.iron == nil)
        }
    }

    @Test("goes into the channels but for what lies beside the matrix's diagonal, and all of it into the field")
    func channels() {
        var about = SensorDescription(rate: 50)
        for axis in 0..<3 as Range<UInt8> {
            about.addChannel(ChannelDescription(kind: 0x30 + axis, unit: .microtesla, scale: 0.15, offset: 3, fullScale: 0))
        }
        var correction = SensorCorrection()
        correction.iron = iron
        let corrected = about.corrected(by: correction)
        let reading = SIMD3(60.0, -90, 33)
        var value = SIMD3<Double>()
        for axis in 0..<3 {
            let count = (reading[axis] - 3) / Double(about.channels[axis].scale)
            value[axis] = count * Double(corrected.channels[axis].scale) + Double(corrected.channels[axis].offset)
        }
        #expect(length(value - (reading - iron.offset) * iron.diagonal) < 1e-4)
        #expect(length(iron.field(ofCorrected: value) - iron.field(of: reading)) < 1e-4)
        correction.iron = nil
        #expect(about.corrected(by: correction).isSame(as: about))
    }
}
