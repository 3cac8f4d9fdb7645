import DeviceTools
import Formatting
import MotionCore
import SignalProcessing

/// What was found, as a table and sentences, or as JSON.
extension CalibrationSteps {
    var text: String {
        var table = TextTable()
        table.add(["", "x", "y", "z"])
        func row(_ name: String, _ value: (Int) -> String) { table.add([name] + (0..<3).map(value)) }
        row("gyroscope at rest, °/s") { String(printing: "%.3f", correction.rotationOffset[$0] * 180 / .pi) }
        row("accelerometer at 0 g, mg") { String(printing: "%.1f", correction.accelerationOffset[$0] * 1000) }
        row("accelerometer's gain, %") { String(printing: "%.2f", 100 / correction.accelerationGain[$0]) }
        if let iron = correction.iron {
            row("magnetometer without a field, µT") { String(printing: "%.1f", iron.offset[$0]) }
            for line in 0..<3 {
                row(line == 0 ? "matrix against soft iron" : "") { String(printing: "%.3f", iron.rows[line * 3 + $0]) }
            }
        }
        return (table.lines + (field?.sentences ?? [])).joined(separator: "\n")
    }

    func json(_ id: String) -> JSONLine {
        func list(_ vector: SIMD3<Double>) -> [Double] { (0..<3).map { vector[$0] } }
        var line = JSONLine(type: "calibration")
        line.add("unique_id", id)
        line.add("rotation_offset_rad_s", list(correction.rotationOffset))
        line.add("acceleration_offset_g", list(correction.accelerationOffset))
        line.add("acceleration_gain", list(correction.accelerationGain))
        guard let iron = correction.iron else { return line }
        line.add("magnetic_offset_ut", list(iron.offset))
        line.add("magnetic_matrix", iron.rows)
        line.add("magnetic_strength_ut", iron.strength)
        guard let field else { return line }
        line.add("magnetic_spread", field.ellipsoid.spread)
        if let dip = field.dip {
            line.add("dip_degrees", dip.degrees, digits: 1)
            line.add("dip_spread_degrees", dip.spread, digits: 1)
        }
        if let heading = field.heading {
            line.add("heading", heading.degrees, digits: 1)
            line.add("heading_calm", field.isCalm)
        }
        return line
    }
}

extension CalibrationSteps.Field {
    /// What the Earth's field can be, in µT, with room for a sensor whose scale is off.
    private static let earth = 20.0...70

    /// Whether the field at the end is as strong as while it was turned.
    fileprivate var isCalm: Bool {
        guard let heading else { return false }
        let strength = ellipsoid.iron.strength
        return abs(heading.strength - strength) <= MagneticHeading.strengthBand * strength
    }

    fileprivate var sentences: [String] {
        let strength = ellipsoid.iron.strength
        var sentences = [String(printing: "field %.1f µT, even within %.1f %%", strength, ellipsoid.spread * 100)]
        if !Self.earth.contains(strength) {
            sentences.append(
                "this is not the Earth's field alone, which has 20 to 70 µT: magnets or iron are near, or the unit is another")
        }
        if let dip {
            sentences[0] += String(printing: ", dips by %.0f° within %.1f°", dip.degrees, dip.spread)
            if dip.spread > FieldDip.mostSpread {
                sentences.append(
                    "the dip should be the same however the device is held: the magnetometer's axes are not those of the "
                        + "accelerometer, or something moved near it")
            }
        }
        if let heading {
            let found = MagneticHeading.Heading(degrees: heading.degrees, isCalm: true)
            sentences.append(
                isCalm
                    ? found.words
                    : String(printing: "no heading: the field here has %.0f µT, so a magnet or iron is near", heading.strength)
            )
        } else {
            sentences.append("no heading: it was not held still, or its x axis points up or down")
        }
        return sentences
    }
}

extension FieldTurning.Fault {
    /// Why no iron was found, and what to do.
    var words: String {
        switch self {
        case .flat:
            "the field was seen in a plane only: the device was turned about one axis, or not at all; turn it in all directions"
        case .uncovered(let share):
            "only \(share.percents) of all directions were seen, and \(FieldTurning.enough.percents) are needed: turn every side to the "
                + "floor once"
        case .uneven(let share):
            "the field's strength differs by \(share.percents) however the readings are corrected: something of iron is near, or moves "
                + "against the device; do it again elsewhere"
        case .shapeless: "the readings lie on no ellipsoid, as they would in one field; do it again, far from iron and magnets"
        }
    }
}

extension IronCorrection {
    /// The matrix, row by row.
    fileprivate var rows: [Double] {
        [diagonal.x, mixed.x, mixed.y, mixed.x, diagonal.y, mixed.z, mixed.y, mixed.z, diagonal.z]
    }
}

extension Double {
    /// A share as whole percents.
    var percents: String { String(printing: "%.0f %%", self * 100) }
}
