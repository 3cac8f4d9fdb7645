import Fleet
import Formatting
import Foundation
import MQTT
import Recordings
import Simulation

/// `simulate --broker`: devices and bridges that do not exist, until they are told to stop.
struct FleetSimulation {
    let address: MQTTAddress
    let devices: Int
    let gather: Int
    let json: Bool

    func run(_ recording: Recording, _ options: SimulatorOptions) throws {
        let fleet = SimulatedFleet(devices, replaying: recording, options: options, topics: FleetTopics(address), gathering: gather)
        let connection = try MQTTConnection(
            address, name: "motionq-simulate-\(UInt64.random(in: 0...UInt64.max))", keepsSession: false, listener: fleet,
            report: Output.note)
        if json {
            var line = JSONLine(type: "ready")
            line.add("broker", address.shown)
            line.add("devices", devices)
            Output.json(line)
        }
        var told = ContinuousClock.now
        while !Interrupt.isRaised {
            usleep(50_000)
            guard told.duration(to: .now) >= .seconds(5) else { continue }
            told = .now
            tell(fleet.statistics, "fleet")
        }
        fleet.leave(connection)
        connection.close(within: 10)
        tell(fleet.statistics, "summary")
    }

    private func tell(_ count: SimulatedFleet.Count, _ type: String) {
        guard json else {
            return Output.text(
                "\(count.heard) of \(count.devices) devices are heard, \(count.samples) samples, \(count.commandsApplied) commands done, "
                    + "\(count.commandsLate) late, \(count.lostMessages) messages not taken")
        }
        var line = JSONLine(type: type)
        line.add("devices", count.devices)
        line.add("heard", count.heard)
        line.add("samples", Int(count.samples))
        line.add("bytes", Int(count.bytes))
        line.add("messages", Int(count.messages))
        line.add("messages_not_taken", Int(count.lostMessages))
        line.add("commands_applied", count.commandsApplied)
        line.add("commands_late", count.commandsLate)
        Output.json(line)
    }
}
