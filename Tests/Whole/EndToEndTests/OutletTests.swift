import Foundation
import Simulation
import TestSupport
import Testing

@Suite("What else hears of a run")
struct OutletTests {
    /// A small model, a recording, and a device that replays it.
    private struct World {
        let small: SmallWorld
        let recording: String

        init() throws {
            small = try SmallWorld()
            recording = try small.recording("walk.csv", sessions: [600], seed: 3)
        }

        func run(_ address: String, loops: Bool = false, _ arguments: String...) throws -> (Motionq.Running, PatientDevice) {
            let device = try small.patientDevice(recording, speed: .times(4), loops: loops)
            return (try small.motionq.start(small.run("--json", "--to", address) + arguments), device)
        }
    }

    @Test("a program at a local socket hears the same lines as standard output, after how things stand")
    func socket() throws {
        let world = try World()
        defer { world.small.remove() }
        let path = world.small.motionq.path("lines.sock")
        let (command, device) = try world.run("unix:\(path)", loops: true)
        #expect(command.waits(forNote: "lines: unix:\(path)"))
        let early = try SocketListener(path: path)
        #expect(command.waits(for: #""type":"window""#, times: 5))
        let late = try SocketListener(path: path)
        #expect(Patience.waits { late.lines().count >= 10 })
        let result = command.end()
        device.end()
        #expect(
            Patience.waits {
                _ = (early.lines(), late.lines()); return !early.isOpen && !late.isOpen
            })
        let printed = result.output.split(separator: "\n").map(String.init)
        #expect(early.lines().first == #"{"type":"lines","program":"motionq","schema":1}"#)
        let own = early.lines().filter { $0.contains(#""type":"window""#) }
        #expect(own.count > 10 && own == printed.filter { $0.contains(#""type":"window""#) }.suffix(own.count))
        #expect(late.lines().dropFirst().first?.contains(#""state":"session""#) == true)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("a socket that a killed program left is taken, and a file or another program's socket is not")
    func leftovers() throws {
        let world = try World()
        defer { world.small.remove() }
        let path = world.small.motionq.path("lines.sock")
        let (first, device) = try world.run("unix:\(path)", loops: true)
        #expect(first.waits(for: #""type":"window""#))
        let (second, _) = try world.run("unix:\(path)")
        let refused = second.wait()
        #expect(refused.status == 69 && refused.errors.contains("something is there already"), "\(refused.errors)")
        first.kill()
        _ = first.wait()
        device.end()
        let (third, again) = try world.run("unix:\(path)", "--until-disconnected")
        #expect(third.wait().status == 0)
        again.end()
        try "mine".write(toFile: path, atomically: true, encoding: .utf8)
        let (fourth, last) = try world.run("unix:\(path)")
        #expect(fourth.wait().status == 69)
        last.end()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }

    @Test("a program hears lines as messages of a WebSocket, if it has the address")
    func webSocket() throws {
        let world = try World()
        defer { world.small.remove() }
        let (command, device) = try world.run("ws:", loops: true)
        #expect(command.waits(forNote: "/live\n"))
        let note = try #require(command.notes.split(separator: "\n").first { $0.hasPrefix("lines: ws://") })
        let address = "http" + note.dropFirst("lines: ws".count).dropLast("live".count)
        let program = try Browser(address)
        try #require(program.open())
        #expect(
            Patience.waits {
                program.read()
                return program.messages.texts.contains { $0.contains(#""type":"window""#) }
            })
        #expect(program.messages.texts.first == #"{"type":"lines","program":"motionq","schema":1}"#)
        command.end()
        device.end()
    }

    @Test("a stage gets each window's probabilities and each gesture as Open Sound Control")
    func stage() throws {
        let world = try World()
        defer { world.small.remove() }
        let listener = try DatagramListener()
        let (command, device) = try world.run("osc://127.0.0.1:\(listener.port)/show?channels=10", "--until-disconnected")
        let result = command.wait()
        device.end()
        #expect(result.status == 0, "\(result.errors)")
        let windows = try result.objects().filter { $0["type"] as? String == "window" }
        let events = try result.objects().filter { $0["type"] as? String == "event" }
        listener.read()
        func count(_ address: String) -> Int { listener.received.count { $0.firstRange(of: Array(address.utf8)) != nil } }
        #expect(listener.received.allSatisfy { $0.starts(with: Array("#bundle\0".utf8)) && $0.count % 4 == 0 })
        #expect(windows.count > 50 && count("/show/probability/class1\0") == windows.count)
        #expect(!events.isEmpty && count("/show/event\0") == events.count)
        // 600 samples at 50 Hz, and ten a second.
        #expect(count("/show/channel/ax\0") == 120)
        #expect(count("/show/link\0") >= 2)
    }

    @Test("a program hears a device without a model, too: each sample in a line")
    func samples() throws {
        let world = try World()
        defer { world.small.remove() }
        let path = world.small.motionq.path("lines.sock")
        let device = try world.small.patientDevice(world.recording, speed: .times(4), loops: true)
        let command = try world.small.motionq.start(["monitor", "--port", world.small.link, "--to", "unix:\(path)"])
        #expect(command.waits(forNote: "lines: unix:\(path)"))
        let listener = try SocketListener(path: path)
        #expect(Patience.waits { listener.lines().contains { $0.contains(#""type":"sample""#) } })
        command.end()
        device.end()
    }

    @Test("an address that is none is refused before anything is opened", arguments: ["house", "osc://house", "mqtt://h?x=1"])
    func refused(address: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let result = try motionq.run("run", "--port", "nowhere", "--model", "none", "--to", address)
        #expect(result.status == 64, "\(result.errors)")
    }
}
