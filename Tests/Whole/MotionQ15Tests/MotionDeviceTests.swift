import Foundation
import MotionQ15
import TestSupport
import Testing

@Suite("Devices of other makes through the front door")
struct MotionDeviceTests {
    @Test("a sketch that prints lines is found, and its motion is recognised")
    func sketch() async throws {
        let puppet = try Puppet(PrintingSketch().act)
        defer { puppet.end() }
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let moments = model.moments(from: .port(puppet.path))
        var found: [String] = []
        var device: ConnectedDevice?
        var windows = 0
        for try await moment in moments {
            switch moment {
            case .connection(let connection):
                found.append(connection.description)
                device = connection.device ?? device
            case .window: windows += 1
            case .event, .feedback, .samples, .missed: break
            }
            if windows == 3 { moments.stop() }
        }
        #expect(
            found.contains { $0.contains("found text lines with acceleration and rotation at") && $0.contains("in m/s2,deg/s") })
        #expect(device?.name == "text lines")
        #expect(device?.channels.map(\.name) == ["ax", "ay", "az", "gx", "gy", "gz"])
    }

    @Test("numbers whose units the motion does not tell are waited for, and said to be")
    func unsure() async throws {
        let sketch = PrintingSketch { "\(20 * $0),0.01,0.02,1.00,0.01,-0.01,0.01\n" }
        let puppet = try Puppet(sketch.act)
        defer { puppet.end() }
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let moments = model.moments(from: .port(puppet.path, format: .text))
        var said: MotionConnection?
        for try await moment in moments {
            guard case .connection(let connection) = moment, connection.state == .undecided else { continue }
            said = connection
            moments.stop()
        }
        #expect(said?.description.contains("say “units") == true || said?.description.contains("or “units") == true)
    }

    @Test("an observer hears it, too, on its own thread and in the order of the rest")
    func observer() throws {
        final class Witness: MotionObserver {
            var states: [MotionConnection.State] = []
            var stop: () -> Void = {}

            func connectionChanged(_ connection: MotionConnection) {
                states.append(connection.state)
                if connection.device != nil { stop() }
            }
        }
        let puppet = try Puppet(PrintingSketch().act)
        defer { puppet.end() }
        var format = MotionFormat.text
        (format.units, format.rate) = ("m/s2,deg/s", 50)
        let live = try LiveMotion(
            MotionModel(contentsOf: Repository.demoModelFile), from: .port(puppet.path, format: format))
        let witness = Witness()
        witness.stop = { live.stop() }
        try live.run(witness)
        #expect(witness.states.starts(with: [.opened, .opened, .connected]), "\(witness.states)")
    }

    /// What is said of a format, and a word of the sentence that refuses it.
    struct Refused: Sendable, CustomTestStringConvertible {
        let format: MotionFormat
        let word: String
        var testDescription: String { word }

        init(_ word: String, _ kind: MotionFormat = .text, _ change: (inout MotionFormat) -> Void) {
            var format = kind
            change(&format)
            (self.format, self.word) = (format, word)
        }
    }

    @Test(
        "what no device can have is refused before the port is opened",
        arguments: [
            Refused("“units” are g, mg or m/s2") { $0.units = "furlong" },
            Refused("as mpu6050-8g-2000dps") { $0.sensor = "mpu6050" },
            Refused("“rate” lies above 0") { $0.rate = 0 },
            Refused("“columns” names ax, ay and az") { $0.columns = ["ax", "ay"] },
            Refused("{label} {phase}") { $0.feedbackLine = "{lamp}" },
            Refused("“relays” lies between 0 and 8", .mavLink) { $0.relays = 9 },
            Refused("a native device says its units", .native) { $0.units = "g,rad/s" },
        ])
    func refused(_ refused: Refused) throws {
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let error = #expect(throws: MotionError.self) {
            try LiveMotion(model, from: .port("/dev/nothing-here", format: refused.format))
        }
        #expect(error?.code == .format)
        #expect(error?.description.contains(refused.word) == true, "\(error?.description ?? "")")
    }

    @Test("a sequence that cannot begin throws at its first moment, and ends")
    func refusedSequence() async throws {
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        var format = MotionFormat.text
        format.units = "furlong"
        let iterator = model.moments(from: .port("/dev/nothing-here", format: format)).makeAsyncIterator()
        let error = await #expect(throws: MotionError.self) { try await iterator.next() }
        #expect(error?.code == .format)
        #expect(try await iterator.next() == nil)
    }
}
