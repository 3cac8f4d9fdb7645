import ArgumentParser
import Formatting
import Foundation
import LiveLoop
import LivePage
import Outlets
import PageServer
import Synchronization
import Threads

/// What `run` and `monitor` share: follow one device or several until told to stop, for a person or for a program.
struct LiveCommand {
    let tasks: [LiveTask]
    let untilDisconnected: Bool
    let json: Bool
    /// Where a page shows it, too.
    var page: PagePort?
    /// What else hears of it.
    var outlets: [OutletAddress] = []

    func run() throws { try PortScene.keeping(tasks.map(\.choice.scene), followed) }

    private func followed() throws {
        // What opens a port may have to wait for it.
        Interrupt.install()
        let pages = page == nil ? [] : tasks.map { RunPage(of: $0.model, title: $0.title, decision: $0.options.decision) }
        let server = try page?.announced(content(pages))
        defer { server?.stop() }
        let outgoing = try outlets.isEmpty ? nil : Outgoing(outlets)
        defer { outgoing?.stop() }
        let seats = try tasks.indices.map { place in
            try LiveSeat(tasks[place], json: json, page: server.map { (pages[place], servedBy: $0) }, outgoing)
        }
        if seats.count == 1 { return try seats[0].follow(reconnects: !untilDisconnected, isLast: true) }
        try follow(seats)
    }

    private func content(_ pages: [RunPage]) -> any PageContent {
        pages.count == 1 ? pages[0] : PageDevices(zip(tasks, pages).map { ($0.choice.voice.name ?? "", $1) })
    }

    /// Follows each on a thread of its own. A device that cannot go on leaves the others alone.
    ///
    /// - Throws: when all have ended, the code of the first one that could not go on; 130 only if none had begun.
    private func follow(_ seats: [LiveSeat]) throws {
        let failed = Mutex<[ExitCode]>([])
        do throws(NoThread) {
            try OwnThread.each(seats.count, abandon: Interrupt.flag.raise) { [reconnects = !untilDisconnected] number in
                let seat = seats[number]
                do {
                    try seat.follow(reconnects: reconnects, isLast: false)
                    seat.end(nil)
                } catch let code as ExitCode {
                    failed.withLock { $0.append(code) }
                } catch {
                    let refusal = Self.refusal(error)
                    seat.end(refusal.description)
                    let code = Refusal(refusal.code, "\(seat.name): \(refusal.description)").exit()
                    failed.withLock { $0.append(code) }
                }
            }
        } catch {
            throw Refusal(.unavailable, "\(error)")
        }
        Output.isClosing.raise()
        let interrupted = ExitCode(128 + SIGINT)
        let codes = failed.withLock { $0 }
        if let code = codes.first(where: { $0 != interrupted }) { throw code }
        if !codes.isEmpty, !seats.contains(where: \.hasBegun) { throw interrupted }
    }

    private static func refusal(_ error: any Error) -> Refusal {
        switch error {
        case let refusal as Refusal: refusal
        case let error as any ExplainedError: error.refusal
        default: Refusal(.software, "\(error)")
        }
    }
}
