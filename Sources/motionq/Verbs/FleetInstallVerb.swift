import ArgumentParser
import DeviceTools
import Fleet
import Formatting
import Foundation
import MQTT
import Quantization
import Synchronization
import Threads
import Transport

struct FleetInstallVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Give all devices that it fits another network, a few at a time.",
        discussion: """
            A device is served that is online, takes a network, has the channels that the model reads, and does not run it \
            already. While it gets one, its shard leaves it alone. With the first that fails it is over: those that are left keep \
            what they run.

            \(allOptions(of: "fleet install"))
            """)

    @OptionGroup var broker: BrokerOption
    @Option(help: "The model file.") var model: InputPath
    @Flag(help: "A tenth of the devices at a time, and not one by one.") var tenth = false
    @Flag(help: "Only say which devices it would be.") var dryRun = false
    @OptionGroup var decision: DecisionChoice
    @OptionGroup var wearer: WearerOption
    @Flag(help: "A JSON line a device on standard output.") var json = false

    func run() throws {
        try reportingRefusals {
            let export = try DeviceExport(installing: model.path, wearer: wearer, decision: decision)
            let address = try broker.address
            let members = try FleetDesk.members(at: address)
            let wanted = Set(export.channelNames)
            var chosen: [FleetMember] = []
            for member in members {
                if let reason = member.unfit(for: wanted, network: export.networkHash) {
                    tell(member.id, "left_out", reason)
                } else {
                    chosen.append(member)
                }
            }
            if dryRun { return chosen.forEach { tell($0.id, "chosen", "would get \(export.networkHash.hexadecimal)") } }
            try serve(chosen, export, address)
        }
    }

    private func serve(_ members: [FleetMember], _ export: DeviceExport, _ address: MQTTAddress) throws {
        Interrupt.install()
        let portion = tenth ? max(1, (members.count + 9) / 10) : 1
        var done = 0
        var next = 0
        while next < members.count {
            let batch = Array(members[next..<min(members.count, next + portion)])
            next += batch.count
            let results = Mutex<[(String, Result<Installed, InstallRefusal>)]>([])
            do throws(NoThread) {
                let goal = export.goal
                try OwnThread.each(batch.count, abandon: Interrupt.flag.raise) { number in
                    let id = batch[number].id
                    let result = Self.install(goal, on: id, address)
                    results.withLock { $0.append((id, result)) }
                }
            } catch {
                throw Refusal(.unavailable, "\(error)")
            }
            var failed: (id: String, refusal: Refusal)?
            for (id, result) in results.withLock({ $0 }).sorted(by: { $0.0 < $1.0 }) {
                switch result {
                case .success(let installed):
                    done += 1
                    tell(id, "installed", installed.changed ? "runs it now" : "runs it, as before")
                case .failure(let failure):
                    tell(id, "failed", failure.refusal.description)
                    failed = failed ?? (id, failure.refusal)
                }
            }
            if Interrupt.isRaised { throw ExitCode(128 + SIGINT) }
            if let failed {
                throw Refusal(
                    failed.refusal.code,
                    "\(failed.id): \(failed.refusal.description); \(done) of \(members.count) devices run it, "
                        + "the \(members.count - next) after it were not touched"
                )
            }
        }
        if !json { Output.text("\(done) of \(members.count) devices run \(printable(model.path))") }
    }

    /// Why a device runs something else.
    private struct InstallRefusal: Error {
        let refusal: Refusal
    }

    private static func install(_ goal: InstallGoal, on id: String, _ address: MQTTAddress) -> Result<Installed, InstallRefusal> {
        do {
            let transport = try BrokerTransport(id, at: address) { _ in }
            defer { transport.close() }
            let line = TransportLine(transport) { Interrupt.isRaised }
            let installer = Installer(over: line, session: .random(in: 1...UInt32.max)) { _ in }
            do throws(InstallFailure) { return .success(try installer.run(goal)) } catch {
                return .failure(InstallRefusal(refusal: Refusal(error)))
            }
        } catch {
            return .failure(InstallRefusal(refusal: error.refusal))
        }
    }

    private func tell(_ id: String, _ state: String, _ words: String) {
        guard json else { return Output.text("\(id): \(words)") }
        var line = JSONLine(type: "install")
        line.add("id", id)
        line.add("state", state)
        line.add("reason", words)
        Output.json(line)
    }
}

extension FleetMember {
    /// Why a network is not for it; nil: it is.
    fileprivate func unfit(for inputs: Set<String>, network: UInt64) -> String? {
        guard let device, device.isOnline else { return "is offline" }
        if !device.installs { return "takes no network over its line" }
        if device.network == network { return "runs it already" }
        // A device that tells its channels apart from its HELLO says itself what does not fit.
        if device.channels.isEmpty { return nil }
        let missing = inputs.subtracting(device.channels).sorted()
        return missing.isEmpty ? nil : "has no \(missing.joined(separator: ", "))"
    }
}
