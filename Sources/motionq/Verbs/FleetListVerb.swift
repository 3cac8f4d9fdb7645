import ArgumentParser
import Fleet
import Formatting
import Foundation
import MQTT

struct FleetListVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List devices, their firmware, networks, losses and last gestures.")

    @OptionGroup var broker: BrokerOption
    @Flag(help: "One JSON object a device on standard output.") var json = false

    func run() throws {
        try reportingRefusals {
            let members = try FleetDesk.members(at: broker.address)
            if json { return members.forEach { Output.json($0.line) } }
            guard !members.isEmpty else {
                return Output.text(
                    "No device is known there. Bring one: motionq bridge --port auto --broker \(printable(broker.broker))")
            }
            var table = TextTable(leftColumns: 7)
            table.add(["device", "name", "link", "firmware", "shard", "model", "last gesture", "samples", "lost"])
            for member in members { table.add(member.cells(now: Date().timeIntervalSince1970)) }
            for line in table.lines { Output.text(line) }
            let online = members.count(where: \.isOnline)
            Output.text("\(members.count) device\(members.count == 1 ? "" : "s"), \(online) online")
        }
    }
}

extension FleetMember {
    fileprivate func cells(now: Double) -> [String] {
        let link =
            !isOnline
            ? "offline" : !hasShard ? "no shard" : shard?.refusal != nil ? "does not fit" : isHeard ? "online" : "not heard"
        let gesture = state?.gesture.map { name in
            name + (state?.time.map { ", \(Self.age(max(0, now - $0))) ago" } ?? "")
        }
        return [
            id, device?.name ?? "", link, device.map { $0.library.isEmpty ? "–" : $0.library } ?? "–", shard?.shard ?? "–",
            shard?.model ?? "–", gesture ?? "–",
            state.map { "\($0.samples)" } ?? "–", state.map { "\($0.lost)" } ?? "–",
        ]
    }

    private static func age(_ seconds: Double) -> String {
        seconds < 120
            ? Numbers.decimal(seconds, 0, unit: "s")
            : seconds < 7200
                ? Numbers.decimal(seconds / 60, 0, unit: "min") : Numbers.decimal(seconds / 3600, 0, unit: "h")
    }

    fileprivate var line: JSONLine {
        var line = JSONLine(type: "device")
        line.add("id", id)
        line.add("online", isOnline)
        if let device, device.isOnline { line.add("device", device.line) }
        if let shard {
            line.add("shard", shard.shard)
            line.add("model", shard.model)
            line.add("heard", isHeard)
            if let refusal = shard.refusal { line.add("refusal", refusal) }
        }
        if let state {
            line.add("samples", state.samples)
            line.add("lost_samples", state.lost)
            if let gesture = state.gesture { line.add("gesture", gesture) }
            if let time = state.time { line.add("time", time, digits: 3) }
        }
        return line
    }
}
