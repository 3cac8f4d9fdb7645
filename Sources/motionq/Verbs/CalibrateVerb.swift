import ArgumentParser
import DeviceTools
import Formatting
import Foundation
import LiveLoop
import MotionCore
import WireProtocol

struct CalibrateVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Find out what a sensor measures wrongly: gyroscope at rest, accelerometer on its six sides.",
        discussion: """
            Lay the board still on each of its sides, in any order, for a second; it says which are missing. A side may lean by some degrees. \
            What is found is kept by the device's unique id, and used by monitor, record, run, play and teach; not by the board itself. \
            With --gyroscope the board lies still once, and what is known of its accelerometer stays.
            """)

    @OptionGroup var choice: PortChoice
    @Flag(help: "The gyroscope alone.") var gyroscope = false
    @Flag(help: "One JSON object on standard output.") var json = false

    func run() throws {
        try reportingRefusals {
            guard let folder = SettingsFolder.calibrations else {
                throw Refusal(.noInput, "there is no home folder to keep a calibration in; set XDG_CONFIG_HOME")
            }
            var (id, known, correction) = ("", nil as SensorCorrection?, nil as SensorCorrection?)
            try SensorReader.follow(choice.chosen, alongBoard: false) { hello in
                guard hello.uniqueID.count > 0 else {
                    throw Refusal(
                        .badData, "the device tells no unique id, by which its calibration could be kept and found again")
                }
                (id, known) = (hello.uniqueID.hexadecimal, KnownSensor.kept(hello)?.correction)
                var (stillness, positions) = (Stillness(rate: Double(hello.sensor.rate)), SixPositions())
                Output.note(gyroscope ? "let the board lie still" : "lay the board still, on any side")
                return { acceleration, rotation in
                    guard let moment = stillness.push(acceleration: acceleration, rotation: rotation) else { return false }
                    let step = positions.add(moment)
                    if gyroscope {
                        correction = known ?? SensorCorrection()
                        correction?.rotationOffset = moment.rotation
                        return true
                    }
                    if let words = Self.words(step, positions) { Output.note(words) }
                    guard positions.missing.isEmpty else { return false }
                    correction = positions.correction
                    return true
                }
            }
            guard let correction else {
                throw Refusal(
                    .badData,
                    "no offset below 0.5 g and gain near 1 explains what was measured on the six sides; do it again, without a hand"
                )
            }
            let path = try CalibrationFile(correction, date: Date().timeIntervalSince1970.rounded()).keep(for: id, in: folder)
            if json { Output.json(Self.json(correction, id)) } else { Output.text(Self.text(correction)) }
            Output.noteLink(path)
        }
    }

    private static func words(_ step: SixPositions.Step, _ positions: SixPositions) -> String? {
        switch step {
        case .new(let side):
            let missing = positions.missing.map(\.words).joined(separator: ", ")
            return "\(side.words) up: seen" + (missing.isEmpty ? "" : "; now another side: \(missing)")
        case .known: return nil
        case .leaning: return "it leans too much: lay it flat on a side"
        }
    }

    private static func text(_ correction: SensorCorrection) -> String {
        var table = TextTable()
        table.add(["", "x", "y", "z"])
        func row(_ name: String, _ value: (Int) -> String) { table.add([name] + (0..<3).map(value)) }
        row("gyroscope at rest, °/s") { String(printing: "%.3f", correction.rotationOffset[$0] * 180 / .pi) }
        row("accelerometer at 0 g, mg") { String(printing: "%.1f", correction.accelerationOffset[$0] * 1000) }
        row("accelerometer's gain, %") { String(printing: "%.2f", 100 / correction.accelerationGain[$0]) }
        return table.lines.joined(separator: "\n")
    }

    private static func json(_ correction: SensorCorrection, _ id: String) -> JSONLine {
        func list(_ vector: SIMD3<Double>) -> [Double] { (0..<3).map { vector[$0] } }
        var line = JSONLine(type: "calibration")
        line.add("unique_id", id)
        line.add("rotation_offset_rad_s", list(correction.rotationOffset))
        line.add("acceleration_offset_g", list(correction.accelerationOffset))
        line.add("acceleration_gain", list(correction.accelerationGain))
        return line
    }
}

extension SixPositions.Side {
    fileprivate var words: String { (isNegative ? "−" : "+") + ["x", "y", "z"][axis] }
}
