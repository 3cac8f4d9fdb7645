import Foundation
import LiveLoop
import MQTT
import MotionQWorkshop
import Outlets
import PageServer

/// The outlets of a run, which all its devices share or have one each of.
final class Outgoing {
    private let addresses: [OutletAddress]
    /// Of those who listen to lines; nil: there is none.
    private let hub: LineHub?
    private var sockets: [SocketServer] = []
    private var servers: [LoopbackServer] = []

    /// Serves what is to be connected to, and says where.
    ///
    /// - Throws: a refusal: a socket cannot be made, a port is taken, or there is no thread.
    init(_ addresses: [OutletAddress]) throws {
        self.addresses = addresses
        let isHeard = addresses.contains { address in
            switch address {
            case .socket, .webSocket: true
            case .mqtt, .osc: false
            }
        }
        hub = isHeard ? LineHub() : nil
        do {
            if let hub { try serve(hub) }
        } catch {
            stop()
            throw error
        }
    }

    private func serve(_ hub: LineHub) throws {
        for address in addresses {
            switch address {
            case .socket(let path):
                sockets.append(try SocketServer(hub, path: path))
                Output.note("lines: unix:\(path)")
            case .webSocket(let port):
                let server = try PagePort(number: port).serving(LinePage(hub), isForPrograms: true)
                servers.append(server)
                Output.note("lines: ws\(server.address.dropFirst(4))live")
            case .mqtt, .osc: break
            }
        }
    }

    /// A device's outlets.
    ///
    /// - Parameters:
    ///   - model: recognises for it at first.
    ///   - port: what it is called that tells no id.
    ///   - control: does what is asked of it.
    /// - Throws: a refusal: the library of an outlet is missing, a host is not known, or there is no thread.
    func outlets(of model: OutletModel, port: String, voice: Voice, control: DeviceControl) throws -> DeviceOutlets {
        var outlets: [any Outlet] = []
        for address in addresses {
            switch address {
            case .mqtt(let broker):
                outlets.append(
                    try MQTTOutlet(broker, model: model, control: control, now: Self.now, report: voice.note))
            case .osc(let stage):
                outlets.append(try OSCOutlet(stage, model: model, board: voice.name, now: Self.now))
            case .socket, .webSocket: break
            }
        }
        let feeds = outlets.map { OutletFeed($0, port: "\(MachineName.value)_\(port)") }
        return try DeviceOutlets(Array(zip(outlets, feeds)), hub, voice, labels: model.labels)
    }

    /// Seconds since 1970.
    private static func now() -> Double { Date().timeIntervalSince1970 }

    func stop() {
        sockets.forEach { $0.stop() }
        servers.forEach { $0.stop() }
    }
}

/// What hears of one device, each on a thread of its own.
struct DeviceOutlets {
    private var outlets: [(outlet: any Outlet, feed: OutletFeed)]
    private let hub: LineHub?
    private let voice: Voice
    /// Before the outlets in their order, and before those who hear lines.
    private var queues: [ObserverQueue]

    /// Seconds that what waits at the end may take.
    private static let patience = 2.0

    /// - Parameters:
    ///   - hub: of those who hear lines; nil: there is none.
    ///   - labels: of the model.
    /// - Throws: a refusal: there is no thread.
    init(_ outlets: [(outlet: any Outlet, feed: OutletFeed)], _ hub: LineHub?, _ voice: Voice, labels: [String]) throws {
        (self.outlets, self.hub, self.voice) = (outlets, hub, voice)
        queues = []
        try listen(labels)
    }

    private mutating func listen(_ labels: [String]) throws {
        let lines = hub.map { OutgoingLines($0, labels: labels, voice: voice) }
        let all: [any LiveObserver] = outlets.map(\.feed) + [lines].compactMap(\.self)
        queues = try all.map(ObserverQueue.following)
    }

    /// Another model recognises from now on; nobody tells of the device meanwhile.
    ///
    /// - Throws: a refusal: there is no thread.
    mutating func change(to model: OutletModel) throws {
        let told = queues.map { $0.finish(within: Self.patience) }
        // Whoever still hears of the model before is not to be told of this one at the same time.
        let before = outlets.count
        outlets = zip(outlets, told).filter(\.1).map(\.0)
        if outlets.count < before { voice.note("an outlet does not take what it is told, and is told no more") }
        for (outlet, _) in outlets { outlet.change(to: model) }
        try listen(model.labels)
    }

    /// Hears what the outlets are told; never waits for them.
    func joined(to other: any LiveObserver) -> any LiveObserver { queues.reduce(other, BothObservers.init) }

    /// Tells the rest, and ends.
    func conclude() {
        // Nobody else touches an outlet after its queue has told all.
        let told = queues.map { $0.finish(within: Self.patience) }
        for ((outlet, feed), isTold) in zip(outlets, told) where isTold {
            outlet.close(within: Self.patience)
            if !feed.lost.isEmpty { voice.note(feed.lost.sentence) }
            if outlet.dropped > 0 { voice.note("\(outlet.dropped) messages were not taken in time, and dropped") }
        }
    }
}

/// A run's lines for whoever listens to them, and without a model the samples, too; whoever comes late hears how each board's
/// session began.
private final class OutgoingLines: RelayingObserver {
    let shown: any LiveObserver
    private let board: String
    private let meaning: Meaning

    /// Of the line that is being written.
    private final class Meaning {
        var standing = LineHub.Standing.none
    }

    init(_ hub: LineHub, labels: [String], voice: Voice) {
        let meaning = Meaning()
        (self.meaning, board) = (meaning, voice.name ?? "")
        shown = LiveLines(labels: labels, showsSamples: labels.isEmpty, wording: CommandWording()) { line in
            hub.append(voice.named(line).line, meaning.standing)
        }
    }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        switch change {
        case .session: meaning.standing = .begins(board)
        case .disconnected: meaning.standing = .ends(board)
        default: break
        }
        shown.linkChanged(change, statistics: statistics)
        meaning.standing = .none
    }
}
