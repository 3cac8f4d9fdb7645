import ArgumentParser
import Fleet
import Formatting
import Foundation
import LiveLoop
import MQTT
import Outlets

/// `run --broker`: recognises for all devices of a shard until it is told to stop.
struct FleetRun {
    let address: MQTTAddress
    let shard: Shard
    let shelf: ModelShelf
    let json: Bool

    func run() throws {
        Interrupt.install()
        Output.endsInOrder.raise()
        let printer = try FleetPrinter()
        let topics = FleetTopics(address)
        let (json, shelf) = (json, shelf)
        let fleet = FleetShard(
            shard, topics: topics, models: shelf,
            hears: { id, entry in FleetReporter.observer(of: id, json: json, labels: entry.labels) { printer.add($0) } },
            report: { printer.add(.note($0)) })
        let connection: MQTTConnection
        do throws(MQTTError) {
            connection = try MQTTConnection(
                address, name: OutletNames.plain("motionq-shard-\(topics.root)-\(shard.number)-\(shard.count)"),
                will: FleetShard.status(shard, topics, isHere: false), listener: fleet, report: { printer.add(.note($0)) })
        } catch {
            throw error.refusal
        }
        printer.add(.note("shard \(shard) of the fleet at \(address.shown)/\(topics.root)"))
        let end = watch(fleet, connection, printer)
        connection.close(within: 2)
        summarise(fleet.statistics, printer)
        let isSaid = printer.close(within: 2)
        Output.isClosing.raise()
        if let failure = Output.failure { throw Refusal(.inputOutput, "standard output cannot be written: \(failure)") }
        guard isSaid else { throw Refusal(.inputOutput, "the output is not read; after 2 s the rest of it was given up") }
        if end == .takenOver {
            throw Refusal(
                .unavailable,
                "another program recognises for shard \(shard) of this fleet now; end that one first, or take another shard")
        }
    }

    /// Until it is over.
    private func watch(_ fleet: FleetShard, _ connection: MQTTConnection, _ printer: FleetPrinter) -> FleetShard.End {
        var told = ContinuousClock.now
        var before = FleetCount()
        var isStopping = false
        var patience = 40
        while true {
            if let end = fleet.waitForEnd(seconds: 0.05) { return end }
            if Interrupt.isRaised, !isStopping {
                isStopping = true
                fleet.stop(connection)
            }
            // A broker that is away ends nothing in order.
            if isStopping {
                patience -= 1
                if patience == 0 { return .asked }
            }
            let passed = told.duration(to: .now)
            guard passed >= .seconds(5) else { continue }
            told = .now
            let count = fleet.statistics
            let seconds = Double(passed.components.seconds) + Double(passed.components.attoseconds) / 1e18
            printer.add(
                json
                    ? .json(count.line(since: before, seconds: seconds).line)
                    : .note(count.words(since: before, seconds: seconds)))
            before = count
        }
    }

    private func summarise(_ count: FleetCount, _ printer: FleetPrinter) {
        printer.add(json ? .json(count.line(since: nil, seconds: 0).line) : .note(count.words(since: nil, seconds: 0)))
    }
}

extension FleetCount {
    /// For people.
    ///
    /// - Parameters:
    ///   - before: what was counted so many seconds ago; nil: it is the end.
    fileprivate func words(since before: FleetCount?, seconds: Double) -> String {
        let pace =
            before.map { ", \(Numbers.decimal(Double(samples - $0.samples) / seconds, 0)) samples a second" }
            ?? ", \(samples) samples"
        let ages = age.percentile(0.5).map { median in
            let late = age.percentile(0.99) ?? median
            return
                "; a command acts \(Numbers.decimal(median / 1000, 0)) ms after its motion, 99 % within \(Numbers.decimal(late / 1000, 0)) ms"
        }
        return "\(followed) of \(devices) devices\(pace), \(lost) lost, \(gestures) gestures" + (ages ?? "")
    }

    /// For programs.
    fileprivate func line(since before: FleetCount?, seconds: Double) -> JSONLine {
        var line = JSONLine(type: "fleet")
        line.add("devices", devices)
        line.add("followed", followed)
        line.add("samples", Int(samples))
        line.add("lost_samples", Int(lost))
        line.add("windows", Int(windows))
        line.add("gestures", Int(gestures))
        line.add("damaged_frames", Int(damaged))
        line.add("commands_ok", Int(commands.ok))
        line.add("commands_late", Int(commands.late))
        line.add("commands_lost", Int(commands.lost))
        line.add("commands_stale", Int(stale))
        line.add("writes_not_taken", Int(untaken))
        if let before, seconds > 0 { line.add("samples_per_second", Double(samples - before.samples) / seconds, digits: 1) }
        if let median = age.percentile(0.5), let late = age.percentile(0.99) {
            line.add("age_ms", [median / 1000, late / 1000, Double(age.largest) / 1000], digits: 2)
        }
        return line
    }
}
