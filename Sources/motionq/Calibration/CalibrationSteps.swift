import DeviceTools
import LiveLoop
import MotionCore
import SignalProcessing

/// What somebody is asked to do with a device to calibrate it, one thing after another, and what was found.
struct CalibrationSteps {
    enum Part { case gyroscope, sides, field, pointing, done }

    /// What was found of the field.
    struct Field {
        var ellipsoid: FieldEllipsoid
        var dip: FieldDip?
        /// Where the board's x axis points at the end, if it was held still, and how strong the field was there, in µT.
        var heading: (degrees: Double, strength: Double)?
    }

    /// Seconds that a device is waited for to be held still at the end.
    private static let pointingSeconds = 20.0

    private(set) var part: Part
    /// What is known now, of before and since.
    private(set) var correction: SensorCorrection
    private(set) var field: Field?
    private let hasField: Bool
    private let axes: SIMD3<Int8>
    private let rate: Double
    private var stillness: Stillness
    private var positions = SixPositions()
    private var turning: FieldTurning
    private var moments: [(up: SIMD3<Double>, reading: SIMD3<Double>)] = []
    private var samples = 0.0
    private var meanField = SIMD3<Double>()

    /// - Parameters:
    ///   - first: what comes first; after its sides comes the field of a device that has one.
    ///   - known: of before.
    init(first: Part, sensor: SensorDescription, hasField: Bool, known: SensorCorrection?) {
        (part, self.hasField) = (first, hasField)
        correction = known ?? SensorCorrection()
        axes = SIMD3(sensor.axes[0], sensor.axes[1], sensor.axes[2])
        rate = Double(sensor.rate)
        stillness = Stillness(rate: rate)
        turning = FieldTurning(rate: rate)
    }

    /// Says what is to be done in this part.
    func ask() {
        switch part {
        case .gyroscope: Output.note("let the board lie still")
        case .sides: Output.note("lay the board still, on any side")
        case .field:
            Output.note("turn the device slowly in all directions, far from iron and magnets; every side once to the floor")
        case .pointing: Output.note("hold it still to see where it points")
        case .done: break
        }
    }

    /// Takes a sample.
    ///
    /// - Returns: whether more is known than before, and so to be kept.
    /// - Throws: a refusal.
    mutating func take(_ reading: SensorReader.Reading) throws -> Bool {
        switch part {
        case .gyroscope, .sides:
            guard let moment = stillness.push(acceleration: reading.acceleration, rotation: reading.rotation) else { return false }
            let step = positions.add(moment)
            guard part == .sides else { return rest(moment) }
            if let words = step.words(positions) { Output.note(words) }
            return positions.missing.isEmpty ? try finishSides() : false
        case .field: return try turn(reading)
        case .pointing:
            point(reading)
            return false
        case .done: return false
        }
    }

    private mutating func rest(_ moment: Stillness.Moment) -> Bool {
        correction.rotationOffset = moment.rotation
        part = .done
        return true
    }

    private mutating func finishSides() throws -> Bool {
        guard var found = positions.correction else {
            throw Refusal(
                .badData,
                "no offset below 0.5 g and gain near 1 explains what was measured on the six sides; do it again, without a hand")
        }
        found.iron = correction.iron
        correction = found
        part = hasField ? .field : .done
        ask()
        return true
    }

    private mutating func turn(_ reading: SensorReader.Reading) throws -> Bool {
        guard let value = reading.field else { return false }
        samples += 1
        let up = (reading.acceleration - correction.accelerationOffset) * correction.accelerationGain
        let isGravity = abs((up * up).sum().squareRoot() - 1) <= MagneticHeading.gravityBand
        if isGravity, samples >= rate / 10, value.x.isFinite {
            moments.append((up, value))
            samples = 0
        }
        switch turning.push(value) {
        case nil: return false
        case .covered(let share):
            Output.note("\(share.percents) of all directions seen")
            return false
        case .failed(let fault): throw Refusal(.badData, fault.words)
        case .found(let ellipsoid):
            field = Field(ellipsoid: ellipsoid, dip: FieldDip(moments, iron: ellipsoid.iron))
            correction.iron = ellipsoid.iron
            (part, samples, stillness, meanField) = (.pointing, 0, Stillness(rate: rate), value)
            ask()
            return true
        }
    }

    /// Until it was held still for a second.
    private mutating func point(_ reading: SensorReader.Reading) {
        samples += 1
        // Of a quarter of a second.
        if let value = reading.field, value.x.isFinite { meanField += (value - meanField) * min(1, 4 / rate) }
        if let moment = stillness.push(acceleration: reading.acceleration, rotation: reading.rotation), let iron = correction.iron {
            let up = (moment.acceleration - correction.accelerationOffset) * correction.accelerationGain
            let value = iron.field(of: meanField)
            let degrees = MagneticHeading.degrees(up: up.alongBoard(axes), field: value.alongBoard(axes))
            field?.heading = degrees.map { ($0, (value * value).sum().squareRoot()) }
            part = .done
        }
        if samples > Self.pointingSeconds * rate { part = .done }
    }
}

extension SixPositions.Step {
    /// What came of a moment, for people.
    fileprivate func words(_ positions: SixPositions) -> String? {
        switch self {
        case .new(let side):
            let missing = positions.missing.map(\.words).joined(separator: ", ")
            return "\(side.words) up: seen" + (missing.isEmpty ? "" : "; now another side: \(missing)")
        case .known: return nil
        case .leaning: return "it leans too much: lay it flat on a side"
        }
    }
}

extension SixPositions.Side {
    fileprivate var words: String { (isNegative ? "−" : "+") + ["x", "y", "z"][axis] }
}
