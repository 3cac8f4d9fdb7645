package import LiveLoop
import MotionCore
package import Outlets
import Transport

/// A device of a shard: its bytes as they come, and the live loop that runs over them. On the shard's thread alone.
package final class FleetSeat {
    package let id: String
    package private(set) var entry: ModelShelf.Entry
    private(set) var observer: any LiveObserver
    /// Makes whoever hears of it with a model.
    private let hears: (ModelShelf.Entry) -> any LiveObserver
    /// Told why it is not followed.
    private let refused: (LiveFailure) -> Void
    let control: DeviceControl
    private let clock: any LiveClock
    private let deliver: (UnsafeRawBufferPointer) -> Bool
    private var pipeline: LivePipeline?
    private var transport: FedTransport?
    /// Counted over all connections.
    private(set) var statistics = LiveStatistics()
    private var owedExit: Int?
    /// The connection that its bridge told last, in seconds since 1970.
    package var connection: Double?
    /// When somebody else stops talking to it, in the clock's microseconds.
    private(set) var claimedUntil: UInt64 = 0
    /// Why it is not followed until it comes anew or gets another model.
    package private(set) var refusal: LiveFailure?
    /// When it has something to do if nothing comes, in the clock's microseconds.
    private(set) var deadline: UInt64 = 0
    /// Whether bytes have come that were not read yet.
    var hasBytes: Bool { transport?.hasBytes ?? false }
    package var isFollowed: Bool { pipeline != nil }

    package init(
        _ id: String, _ entry: ModelShelf.Entry, hears: @escaping (ModelShelf.Entry) -> any LiveObserver, control: DeviceControl,
        clock: any LiveClock,
        refused: @escaping (LiveFailure) -> Void = { _ in }, deliver: @escaping (UnsafeRawBufferPointer) -> Bool
    ) {
        (self.id, self.entry, self.hears, self.control) = (id, entry, hears, control)
        observer = hears(entry)
        (self.clock, self.deliver, self.refused) = (clock, deliver, refused)
    }

    /// Follows it from now on, with fresh windows; it is greeted at once.
    package func begin() {
        guard pipeline == nil, refusal == nil, clock.microseconds() >= claimedUntil else { return }
        let transport = FedTransport(name: id, deliver: deliver)
        var options = entry.options
        (options.cues, options.pause) = (control.cues, control.pause)
        options.tellsSamples = false
        let pipeline = LivePipeline(
            transport: transport, model: entry.model, options: options, clock: clock, observer: observer,
            sessionID: .random(in: 1...UInt32.max), statistics: statistics, owedExit: owedExit)
        (self.transport, self.pipeline) = (transport, pipeline)
        perform { () throws(LiveFailure) in try pipeline.open() }
    }

    /// Bytes of the device; it is followed if it was not.
    package func feed(_ bytes: UnsafeBufferPointer<UInt8>) {
        begin()
        transport?.feed(bytes)
    }

    /// Reads what came, and does what is due.
    package func step() {
        guard let pipeline, let transport else {
            deadline = max(claimedUntil, clock.microseconds() + 250_000)
            return
        }
        perform { () throws(LiveFailure) in
            repeat { try pipeline.step(longestWait: 0) } while transport.hasBytes
            deadline = pipeline.nextDeadline
        }
    }

    /// Something was asked of it.
    func hurry() { deadline = 0 }

    private func perform(_ work: () throws(LiveFailure) -> Void) {
        do throws(LiveFailure) { try work() } catch {
            if case .misfit = error {
                refusal = error
                if let pipeline { try? pipeline.leave() }
                refused(error)
            }
            lose()
        }
    }

    /// It is not there any more, or to be greeted anew.
    func lose() {
        guard let pipeline else { return }
        pipeline.abandon()
        (statistics, owedExit) = (pipeline.statistics, pipeline.owedExit)
        (self.pipeline, transport) = (nil, nil)
        observer.linkChanged(
            .disconnected(TransportError(.disconnected, port: id, operation: "mosquitto_loop_read")), statistics: statistics)
    }

    /// Its lights go out, and it is left.
    func leave() {
        guard let pipeline else { return }
        try? pipeline.leave()
        lose()
    }

    /// It comes anew: what did not fit may fit now.
    package func renew() {
        lose()
        refusal = nil
        begin()
    }

    package func take(_ entry: ModelShelf.Entry) {
        guard entry.name != self.entry.name else { return }
        let isThere = isFollowed || connection != nil
        leave()
        owedExit = nil
        (self.entry, observer) = (entry, hears(entry))
        refusal = nil
        if isThere { begin() }
    }

    /// Somebody else talks to it for so many seconds; 0: no more.
    package func claim(seconds: Double) {
        claimedUntil = clock.microseconds() + UInt64(saturating: max(0, min(seconds, 600)) * 1_000_000)
        if seconds > 0 {
            leave()
        } else if connection != nil {
            begin()
        }
    }

    /// What was counted so far.
    package var counted: LiveStatistics { pipeline?.statistics ?? statistics }
}
