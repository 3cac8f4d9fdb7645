import Foundation
import TestSupport
import Testing
import Transport

@Suite("doctor")
struct DoctorTests {
    /// What it finds, by subject, and its end.
    private struct Diagnosis {
        let status: Int32
        let errors: String
        let outcome: String?
        private let findings: [[String: Any]]

        init(_ result: Motionq.Result) throws {
            let objects = try result.objects()
            status = result.status
            errors = result.errors
            outcome = objects.last?["outcome"] as? String
            findings = objects.filter { $0["type"] as? String == "finding" }
        }

        subscript(_ subject: String) -> [String: Any] { findings.first { $0["subject"] as? String == subject } ?? [:] }
        func verdict(_ subject: String) -> String? { self[subject]["verdict"] as? String }
        func saw(_ subject: String) -> String { self[subject]["saw"] as? String ?? "" }
    }

    private func diagnose(_ motionq: Motionq, _ port: String, _ options: String...) throws -> Diagnosis {
        try Diagnosis(motionq.start(["doctor", "--port", port, "--json"] + options).wait())
    }

    /// Of a simulated device with these faults.
    private func diagnoseDevice(_ faults: String...) throws -> Diagnosis {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let link = motionq.path("board")
        let device = try motionq.start(["simulate", "--link", link, "--json"] + faults)
        #expect(device.waits(for: "ready"))
        let diagnosis = try diagnose(motionq, link)
        device.end()
        return diagnosis
    }

    /// Of a port behind which the test stands, in a thread of its own.
    ///
    /// - Parameter act: called again and again with what was just read.
    private func diagnosePort(_ act: @escaping @Sendable ([UInt8]) -> [UInt8]) throws -> Diagnosis {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let puppet = try Puppet(act)
        defer { puppet.end() }
        return try diagnose(motionq, puppet.path)
    }

    /// What moves with time, rate, losses and clock, is held to be well by SimulatedDeviceTests: a busy machine disturbs it here.
    @Test("finds nothing wrong with a good device: 0, and nothing on standard error")
    func good() throws {
        let found = try diagnoseDevice()
        for subject in ["permission", "in_use", "opening", "hello"] {
            #expect(found.verdict(subject) == "ok", "\(subject): \(found.saw(subject))")
        }
        let isWell = ["rate", "losses", "clock"].allSatisfy { found.verdict($0) == "ok" } && found.verdict("rules") != "not_ok"
        #expect(found.status == (isWell ? 0 : 65) && found.outcome == (isWell ? "healthy" : "ailing"), "\(found)")
        #expect(found.errors.isEmpty)
        #expect((found["rate"]["measured_rate"] as? Double ?? 0) > 1)
    }

    @Test("says of damaged bytes that the line damaged frames: 65")
    func damaged() throws {
        let found = try diagnoseDevice("--damage", "0.01")
        #expect(found.status == 65 && found.outcome == "ailing")
        #expect(found.verdict("hello") == "ok")
        #expect(found.verdict("losses") == "not_ok")
        #expect(found.saw("losses").contains("the line damaged"))
    }

    /// Rate and losses are left to tests by a clock: a busy machine disturbs them here.
    @Test("reads a sketch that prints numbers, and says what it sends and in which units; no firmware is advised")
    func sketch() throws {
        let found = try diagnosePort(PrintingSketch().act)
        #expect(found.saw("format").hasPrefix("text lines with acceleration and rotation at"), "\(found)")
        #expect(found.verdict("format") == "ok")
        #expect(found.saw("units").hasPrefix("m/s2,deg/s"), "\(found)")
        #expect(found.verdict("clock") == "not_seen" && found["hello"].isEmpty)
        #expect(found.outcome != "no_device" && [0, 65].contains(found.status))
    }

    @Test("says of raw counts that they need the sensor's name: 69")
    func counts() throws {
        let found = try diagnosePort(PrintingSketch { "\(20 * $0),120,-340,16\(100 + $0 % 7),10,-20,5\r\n" }.act)
        #expect(found.status == 69 && found.outcome == "no_device")
        #expect(found.saw("units").contains("acceleration in counts"), "\(found)")
        #expect((found["units"]["mend"] as? String)?.contains("--profile") == true)
    }

    @Test("shows the first line of text that is no reading, and what would be one: 69")
    func text() throws {
        let found = try diagnosePort { _ in Array("sensor not found\r\n".utf8) }
        #expect(found.status == 69 && found.outcome == "no_device")
        #expect(found.saw("hello").hasSuffix("the first line: sensor not found"))
        #expect((found["hello"]["mend"] as? String)?.contains("--columns") == true)
    }

    @Test("says of a silent device that nothing comes: 69")
    func silent() throws {
        let found = try diagnosePort { _ in [] }
        #expect(found.status == 69)
        #expect(found.saw("hello").contains("nothing comes"))
    }

    @Test("knows its own HELLO: 69")
    func loopback() throws {
        let found = try diagnosePort { $0 }
        #expect(found.status == 69)
        #expect(found.saw("hello").contains("loopback"))
    }

    @Test("names the program that has the port: 69")
    func busy() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let link = motionq.path("board")
        let device = try motionq.start(["simulate", "--link", link, "--json"])
        #expect(device.waits(for: "ready"))
        let other = try motionq.start(["monitor", "--port", link, "--json"])
        #expect(other.waits(for: "sample"))
        let found = try diagnose(motionq, link)
        #expect(found.status == 69)
        #expect(found["in_use"]["process"] as? Int == Int(other.id))
        #expect(found.verdict("opening") == "not_ok")
        for program in [other, device] {
            program.end()
        }
    }

    @Test("says of a port that is not there how to see those that are: 69")
    func absent() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let found = try diagnose(motionq, motionq.path("none"))
        #expect(found.status == 69)
        #expect(found.verdict("opening") == "not_ok")
        #expect((found["opening"]["mend"] as? String)?.contains("motionq ports") == true)
    }

    @Test(
        "without a port and without a board looks for USB devices: 69",
        .enabled(if: !PortDirectory.list().contains { $0.connection == .usb }))
    func noBoard() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let found = try Diagnosis(motionq.run("doctor", "--json"))
        #expect(found.status == 69 && found.outcome == "no_device")
        #expect(found["usb"]["mend"] != nil)
    }

    @Test("tells people the same, with the mend below what is not well")
    func people() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let result = try motionq.run("doctor", "--port", motionq.path("none"))
        #expect(result.output.contains("not ok  opening"))
        #expect(result.output.contains("\n        → "))
    }
}
