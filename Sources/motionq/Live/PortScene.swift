import Capture
import DeviceTools
import Files
import Formatting
import Foundation
import LiveLoop
import MotionCore
import Transport

/// Where a device is followed: at a port of this machine, which a capture may record, or in a capture that is replayed.
///
/// It provides everything that does not come from the device: time, pauses, random numbers, and the request to end.
final class PortScene {
    private enum Kind {
        case machine
        case kept(CaptureWriter, path: String)
        case replayed(CaptureReplay)
    }

    private let kind: Kind
    /// What the live loop takes from it.
    let surroundings: LiveSurroundings

    /// What stands before the path of a capture in place of a port.
    private static let scheme = "capture:"

    /// The path of the capture that a port's name means; nil: it is a port.
    static func captured(_ port: String) -> String? {
        port.hasPrefix(scheme) ? String(port.dropFirst(scheme.count)) : nil
    }

    /// This machine.
    init() {
        kind = .machine
        surroundings = LiveSurroundings()
    }

    /// This machine, kept in a new file.
    ///
    /// - Parameters:
    ///   - baud: at which the port is opened first.
    ///   - words: what is said of the device and what it sends.
    ///   - verb: that follows it.
    init(keepingIn path: String, baud: Int, said words: [String], verb: String) throws(CaptureFileError) {
        let machine = MonotonicClock()
        let head = CaptureHead(
            program: "motionq \(MotionQ.version)", system: Self.system, begun: Date().formatted(.iso8601), verb: verb, baud: baud,
            options: words)
        let writer = try CaptureWriter(creating: path, head) { machine.microseconds() }
        kind = .kept(writer, path: path)
        var surroundings = LiveSurroundings(clock: SceneClock { writer.now }, stopwatch: machine)
        let rest = surroundings.rest
        surroundings.rest = {
            rest($0)
            writer.rested()
        }
        surroundings.drawSession = writer.draw
        self.surroundings = surroundings
    }

    /// A capture.
    ///
    /// - Parameter speed: times that of the capture; nil: as fast as it goes.
    init(replaying path: String, speed: Double?) throws(CaptureFileError) {
        let capture = try CaptureFile(readingFileAt: path)
        if capture.isCut { Output.note("\(printable(path)) ends within a record; what stands before it is replayed") }
        let pace = speed.map { ReplayPace($0) }
        let replay = CaptureReplay(capture) { pace?.wait(until: $0) }
        pace?.begin(at: replay.now)
        kind = .replayed(replay)
        var surroundings = LiveSurroundings(clock: SceneClock { replay.now })
        surroundings.rest = { replay.rest(microseconds: UInt64($0)) }
        surroundings.drawSession = replay.draw
        surroundings.mayReopen = { replay.mayReopen }
        self.surroundings = surroundings
    }

    var clock: any LiveClock { surroundings.clock }

    /// What is replayed; nil: nothing is.
    var replayed: CaptureHead? {
        if case .replayed(let replay) = kind { replay.head } else { nil }
    }

    /// Opens a port of this machine, and keeps that if it is kept.
    ///
    /// - Parameters:
    ///   - port: what is known of it; nil for one that is not listed.
    ///   - baud: at which it is opened.
    func opening(
        _ port: PortDescription? = nil, baud: Int = 0, _ open: () throws(TransportError) -> any ByteTransport
    ) throws(TransportError) -> any ByteTransport {
        guard case .kept(let writer, _) = kind else { return try open() }
        return try writer.opening({ CapturedPort(port, named: $0, baud: baud) }, open)
    }

    /// Opens the port of the capture; nil: none is replayed.
    var replayedPort: (() throws(TransportError) -> any ByteTransport)? {
        guard case .replayed(let replay) = kind else { return nil }
        return { () throws(TransportError) in try replay.open() }
    }

    /// Keeps a fact, if anything is kept.
    func note(_ fact: JSONLine) {
        if case .kept(let writer, _) = kind { writer.note(fact.line) }
    }

    /// Whether it is to end: that is wanted now, or was wanted at this place of the capture.
    func wantsEnd(_ isWanted: Bool) -> Bool {
        switch kind {
        case .machine: return isWanted
        case .kept(let writer, _):
            if isWanted { writer.endAsked() }
            return isWanted
        case .replayed(let replay): return replay.isEndAsked || isWanted
        }
    }

    /// Does what is kept, and closes the capture, however that ends.
    ///
    /// - Throws: what the work throws; else that the capture is not whole.
    static func keeping<Result>(_ scenes: [PortScene], _ work: () throws -> Result) throws -> Result {
        let result: Result
        do { result = try work() } catch {
            for scene in scenes { try? scene.finish() }
            throw error
        }
        for scene in scenes { try scene.finish() }
        return result
    }

    /// Closes the capture that was kept, and says where it is; says in what a replay differed.
    ///
    /// - Throws: that the capture is not whole.
    func finish() throws(CaptureFileError) {
        switch kind {
        case .machine: break
        case .kept(let writer, let path):
            try writer.finish()
            Output.note("the capture is in \(printable(path)); --port \(ShellWord.quoted(Self.scheme + path)) replays it")
        case .replayed(let replay):
            if replay.missing > 0 { Output.note("\(replay.missing) records are missing: the disk was too slow for them") }
            if replay.differences > 0 {
                Output.note("what was written to the port differs from the capture, \(Numbers.count(replay.differences, "time"))")
            }
        }
    }

    private static var system: String {
        #if os(Linux)
            let name = "Linux"
        #else
            let name = "macOS"
        #endif
        #if arch(x86_64)
            return "\(name) x86_64"
        #else
            return "\(name) arm64"
        #endif
    }

    private final class SceneClock: LiveClock {
        private let now: () -> UInt64
        init(_ now: @escaping () -> UInt64) { self.now = now }
        func microseconds() -> UInt64 { now() }
    }
}

/// Lets a replay take its time.
private final class ReplayPace {
    private let speed: Double
    private let machine = MonotonicClock()
    private let began: UInt64
    private var first: UInt64 = 0

    init(_ speed: Double) {
        self.speed = speed
        began = machine.microseconds()
    }

    /// - Parameter time: that of the capture's first record, in microseconds since it began.
    func begin(at time: UInt64) { first = time }

    /// - Parameter time: microseconds since the capture began.
    func wait(until time: UInt64) {
        let due = began + UInt64(saturating: Double(time - min(first, time)) / speed)
        while !Interrupt.isRaised {
            let now = machine.microseconds()
            guard now < due else { return }
            usleep(UInt32(min(due - now, 50_000)))
        }
    }
}

extension CapturedPort {
    /// - Parameters:
    ///   - port: what is known of it; nil for one that is not listed.
    ///   - name: as it was opened.
    ///   - baud: at which it was opened.
    fileprivate init(_ port: PortDescription?, named name: String, baud: Int) {
        let usb = port.flatMap { port in
            port.usbVendorID.flatMap { vendor in port.usbProductID.map { "\(vendor.hexadecimal):\($0.hexadecimal)" } }
        }
        let driver = port.flatMap { LocalSystem().target("/sys/class/tty/\(Path.name(of: $0.path))/device/driver") }
        self.init(name: name, baud: baud, usb: usb, product: port?.product, driver: driver.map { Path.name(of: $0) })
    }
}
