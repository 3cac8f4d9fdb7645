import Foundation
import Synchronization
import TestSupport
import Testing
import WireProtocol

/// `motionq install` at devices on a pseudo-terminal: what it prints, and how it ends. All their lies are in NetworkStoreTests.
@Suite("The program that installs a network")
struct InstallTests {
    /// A lying device on a terminal.
    private func puppet(_ teach: @escaping @Sendable (LyingDevice) -> Void) throws -> Puppet {
        nonisolated(unsafe) let device = LyingDevice()
        teach(device)
        let clock = PatientClock()
        return try Puppet { bytes in
            let now = clock.advance()
            device.take(bytes, now: now)
            return device.said(now: now)
        }
    }

    /// Starts it in a world of its own, and lets something happen meanwhile.
    private func with(
        _ arguments: [String] = [], times: Int = 1, hangsUp: Bool = false, _ teach: @escaping @Sendable (LyingDevice) -> Void,
        meanwhile: (Motionq.Running) throws -> Void = { _ in }
    ) throws -> Motionq.Result {
        let world = try SmallWorld()
        defer { world.remove() }
        let puppet = try puppet(teach)
        defer { if !hangsUp { puppet.end() } }
        let goal = arguments.contains("--built-in") ? [] : ["--model", world.model]
        let words = ["install", "--port", puppet.path] + goal + arguments
        for _ in 1..<times { #expect(try world.motionq.start(words).wait().status == 0) }
        let running = try world.motionq.start(words)
        try meanwhile(running)
        if hangsUp { puppet.end() }
        return running.wait()
    }

    @Test("says what shows that the network runs, and that it is another one")
    func honest() throws {
        let result = try with(["--json"]) { _ in }
        let line = try #require(try result.objects().last, "\(result.errors)")
        #expect(result.status == 0 && line["changed"] as? Bool == true && line["shown_by"] as? String == "image")
    }

    @Test("says that decision options may not have arrived, where the device tells no image and ran the network before")
    func word() throws {
        let first = try with { $0.identity.minorVersion = 3 }
        #expect(first.status == 0 && !first.errors.contains("only its word"), "\(first.errors)")
        let second = try with(times: 2) { $0.identity.minorVersion = 3 }
        #expect(second.status == 0 && second.errors.contains("only its word"), "\(second.errors)")
    }

    @Test("writes to no other board that appears, and says which board has what")
    func otherBoard() throws {
        let result = try with {
            $0.whenAsked = { device, message, honest in
                guard device.blocks == 2, !device.isOther else { return device.say(honest) }
                device.becomeOther { $0.uniqueID = LyingDevice.text("\u{A}\u{B}") }
            }
        }
        #expect(result.status == 69, "\(result.errors)")
        #expect(result.errors.contains("“board A” (id 0102) runs the network that it ran (0000000000000b01)"), "\(result.errors)")
        #expect(result.errors.contains("“board A” (id 0a0b) was not given the network and runs network 0000000000000b0b"))
    }

    @Test("gives up a device that goes back again and again")
    func goesBack() throws {
        let result = try with { device in
            device.whenAsked = { device, message, honest in
                var answer = honest
                if honest.step == 1 { answer.next = device.blocks % 2 == 0 ? 0 : 224 }
                device.say(answer)
            }
        }
        #expect(result.status == 69, "\(result.errors)")
        #expect(result.errors.contains("goes back in the image, as from byte 224 to byte 0"), "\(result.errors)")
    }

    @Test("does not believe an ok without a network's hash")
    func untold() throws {
        let result = try with {
            $0.identity.network = nil
            $0.obeys = { $0.step != .commit }
        }
        #expect(result.status == 69 && result.errors.contains("not verified"), "\(result.errors)")
        #expect(result.errors.contains("motionq run --shadow"))
    }

    @Test("says that --built-in has changed nothing")
    func unchanged() throws {
        let told = try with(["--built-in"]) { _ in }
        #expect(told.status == 0 && told.output.contains("nothing has changed"), "\(told.output)\(told.errors)")
        let json = try with(["--built-in", "--json"]) { _ in }
        #expect(try json.status == 0 && json.objects().last?["changed"] as? Bool == false, "\(json.output)")
    }

    @Test("says what unsupported means where its own network is wanted back, and what an unknown status is")
    func statuses() throws {
        let meanings: [UInt8: String] = [
            7: "cannot return to a network of its firmware", 99: "status 99, which this version does not know",
        ]
        for (status, words) in meanings {
            let result = try with(["--built-in"]) {
                $0.obeys = { _ in false }
                $0.whenAsked = { device, _, honest in
                    var answer = honest
                    answer.status = status
                    device.say(answer)
                }
            }
            #expect(result.status == 69 && result.errors.contains(words), "\(result.errors)")
        }
    }

    @Test("ends with 130 at Ctrl-C and SIGTERM, and says which network runs", arguments: [SIGINT, SIGTERM])
    func interrupted(_ signal: Int32) throws {
        let result = try with {
            $0.whenAsked = { if $2.step == 0 { $0.say($2) } }
        } meanwhile: { running in
            #expect(running.waits(forNote: "greets"))
            running.send(signal)
        }
        #expect(result.status == 130, "\(result.errors)")
        #expect(
            result.errors.contains("interrupted; the device runs the network that it ran (0000000000000b01)"), "\(result.errors)")
    }

    @Test("ends with 130 after the commit, and says that either may run")
    func interruptedLate() throws {
        let asked = Asked()
        let result = try with {
            $0.obeys = { $0.step != .commit }
            $0.whenAsked = { if $1.step == .commit { asked.note() } else { $0.say($2) } }
        } meanwhile: { running in
            #expect(asked.comes(), "no commit was sent")
            running.interrupt()
        }
        #expect(result.status == 130, "\(result.errors)")
        #expect(result.errors.contains("(0000000000000b01) or the new one"), "\(result.errors)")
    }

    @Test("ends with 74 if the line is lost, and says which network runs")
    func lost() throws {
        let result = try with(hangsUp: true) {
            $0.whenAsked = { if $2.step == 0 { $0.say($2) } }
        } meanwhile: { running in
            #expect(running.waits(forNote: "greets"))
        }
        #expect(result.status == 74, "\(result.errors)")
        #expect(result.errors.contains("the device runs the network that it ran (0000000000000b01)"), "\(result.errors)")
    }

    /// Whether a device was asked for something, told between its thread and the test's.
    private final class Asked: Sendable {
        private let isAsked = Atomic(false)
        func note() { isAsked.store(true, ordering: .relaxed) }

        /// Waits for it; false if it never was.
        func comes() -> Bool {
            Patience.waits { isAsked.load(ordering: .relaxed) }
        }
    }

    @Test("ends with 130 at Ctrl-C while a local socket does not accept, or by itself if that was too late")
    func socket() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let full = try FullSocket(world.motionq.path("full"))
        defer { full.close() }
        let running = try world.motionq.start(["install", "--port", full.path, "--model", world.model])
        // It tries again and again, as a rule for longer than this takes.
        _ = running.rounds(10)
        let result = running.end()
        let isGivenUp = result.status == 69 && result.errors.contains("takes no connection")
        // By the signal itself, if it came before the program was ready for it.
        #expect([130, SIGINT].contains(result.status) || isGivenUp, "\(result.status): \(result.errors)")
    }
}

/// A local socket at which as many wait as may, and which accepts none of them.
struct FullSocket {
    let path: String
    private var descriptors: [Int32] = []

    init(_ path: String) throws {
        self.path = path
        let listener = Self.made()
        descriptors.append(listener)
        try #require(Self.call(bind, listener, path) == 0 && listen(listener, 0) == 0)
        repeat {
            try #require(descriptors.count < 1000)
            descriptors.append(Self.made())
            _ = fcntl(descriptors[descriptors.count - 1], F_SETFL, O_NONBLOCK)
        } while Self.call(connect, descriptors[descriptors.count - 1], path) == 0
    }

    func close() { for descriptor in descriptors { _ = Foundation.close(descriptor) } }

    private static func made() -> Int32 {
        #if canImport(Darwin)
            socket(AF_UNIX, SOCK_STREAM, 0)
        #else
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #endif
    }

    private static func call(
        _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, _ descriptor: Int32, _ path: String
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
