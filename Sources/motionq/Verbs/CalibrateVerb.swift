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
        abstract: "Find and keep what a sensor measures wrongly.",
        discussion: """
            Lay the board still on each of its sides for a second; it says which are missing. A device with a magnetic \
            field is then turned slowly in all directions. What is found is kept by the device's id for monitor, record, run, play and teach.

            \(allOptions(of: "calibrate"))
            """)

    @OptionGroup var choice: PortChoice
    @Flag(help: "The gyroscope alone: the board lies still once.") var gyroscope = false
    @Flag(help: "The magnetic field alone.") var field = false
    @Flag(help: "One JSON object on standard output.") var json = false

    func validate() throws {
        guard !gyroscope || !field else { throw ValidationError("--gyroscope and --field are two things; give one") }
    }

    func run() throws {
        try reportingRefusals {
            guard let folder = SettingsFolder.calibrations else {
                throw Refusal(.noInput, "there is no home folder to keep a calibration in; set XDG_CONFIG_HOME")
            }
            let chosen = try choice.chosen(by: "calibrate")
            try PortScene.keeping([chosen.scene]) { try calibrate(chosen, in: folder) }
        }
    }

    /// - Parameter folder: of what is kept.
    private func calibrate(_ chosen: ChosenPort, in folder: String) throws {
        var (id, kept) = ("", nil as String?)
        var steps: CalibrationSteps?
        var failure: (any Error)?
        do {
            try SensorReader.follow(chosen, alongBoard: false) { hello in
                var begun = try begin(hello)
                (id, steps, kept) = (hello.uniqueID.hexadecimal, begun, nil)
                begun.ask()
                return { reading in
                    defer { steps = begun }
                    if try begun.take(reading) {
                        let date = Date().timeIntervalSince1970.rounded()
                        kept = try CalibrationFile(begun.correction, date: date).keep(for: id, in: folder)
                    }
                    return begun.part == .done
                }
            }
        } catch { failure = error }
        // Where it points at the end is told, but no part of what is found.
        if let steps, let kept {
            if json { Output.json(steps.json(id)) } else { Output.text(steps.text) }
            Output.noteLink(kept)
            if steps.part == .pointing { return }
            if failure != nil { Output.note("what was found on its six sides is kept") }
        }
        if let failure { throw failure }
    }

    private func begin(_ hello: HelloMessage) throws -> CalibrationSteps {
        guard hello.uniqueID.count > 0 else {
            throw Refusal(.badData, "the device tells no unique id, by which its calibration could be kept and found again")
        }
        let hasField = hello.sensor.hasField
        guard hasField || !field else {
            throw Refusal(.badData, "the device does not measure the magnetic field along all three axes")
        }
        return CalibrationSteps(
            first: gyroscope ? .gyroscope : field ? .field : .sides, sensor: hello.sensor, hasField: hasField,
            known: KnownSensor.kept(hello)?.correction)
    }
}
