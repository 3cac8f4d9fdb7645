import DeviceTools
import Formatting
import Testing
import Transport

private func received(_ bytes: [UInt8]) -> Received {
    var received = Received()
    bytes.withUnsafeBytes { received.append($0) }
    return received
}

private func report(_ greeting: LineReport.Greeting, frames: Int = 0, text: String = "") -> LineReport {
    var report = LineReport()
    report.greeting = greeting
    report.frames = frames
    report.received = received(Array(text.utf8))
    return report
}

@Suite("What came instead of frames")
struct ReceivedTests {
    @Test("is text, whose first whole line is shown")
    func text() {
        #expect(received(Array("45,0.2\r\n0.10,0.20,0.30\r\n0.11,0.21,0.31\r\n".utf8)).line == "0.10,0.20,0.30")
    }

    @Test("is shown escaped, and cut")
    func escaped() {
        let line = received(Array("x\nready \u{9} ok\n".utf8) + Array(repeating: 0x61, count: 90) + [10]).shownLine
        #expect(line == "ready \\u{9} ok")
        let long = received([10] + Array(repeating: 0x61, count: 90) + [10]).shownLine
        #expect(long == String(repeating: "a", count: 60) + "…")
    }

    @Test("is no text when it is noise, or frames, or without an end of line")
    func noise() {
        #expect(received((0..<400).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }).line == nil)
        #expect(received(Array(repeating: 0x55, count: 400)).line == nil)
    }

    @Test("is kept up to a bound and counted beyond it")
    func bound() {
        let all = received(Array(repeating: 1, count: 10_000))
        #expect(all.count == 10_000 && all.first.count == Received.capacity)
    }
}

@Suite("The baud rate")
struct BaudRateTests {
    private let none = report(.noFrames, text: "\u{1}\u{2}\u{3}")

    @Test("is well when valid frames came at the first one")
    func first() {
        #expect(Finding.baudRate([(115_200, report(.missing, frames: 3))]).verdict == .ok)
    }

    @Test("is told when frames came at another one, with the option for it")
    func other() {
        let finding = Finding.baudRate([(115_200, none), (9600, none), (57_600, report(.missing, frames: 3))])
        #expect(finding.verdict == .notOK)
        #expect(finding.saw == "no valid frame at 115200 baud, but at 57600")
        #expect(finding.mend == "add \(.baud, "57600") to the command")
    }

    @Test("at which text came is told")
    func text() {
        let text = report(.noFrames, text: "a,b,c\nd,e,f\ng,h,i\n")
        #expect(Finding.baudRate([(115_200, none), (9600, text)]).saw.description.hasSuffix("but text at 9600"))
    }

    @Test("at which readings of another make came is told with the option for it")
    func otherMake() {
        var read = report(.noFrames, text: "1,2,3\n4,5,6\n7,8,9\n")
        read.other = OtherMake(isUnderstood: true)
        let finding = Finding.baudRate([(115_200, none), (9600, read)])
        #expect(finding.saw == "no reading at 115200 baud, but at 9600")
        #expect(finding.mend == "add \(.baud, "9600") to the command")
        #expect(Finding.baudRate([(9600, read)]).saw == "readings at 9600 baud")
    }

    @Test("of a silent port is not to be seen")
    func silent() {
        #expect(Finding.baudRate([(115_200, report(.nothing)), (9600, report(.nothing))]).verdict == .unseen)
    }

    @Test("is something that a pseudo-terminal does not have")
    func pseudoTerminal() {
        #expect(Finding.baudRate([(nil, report(.nothing))]).verdict == .unseen)
    }
}

@Suite("Without a HELLO it is said what came instead")
struct HelloTests {
    private func saw(_ report: LineReport) -> String {
        let finding = Finding.hello(report)
        #expect(finding.verdict == .notOK && finding.mend != nil)
        return finding.saw.description
    }

    @Test("nothing at all")
    func nothing() { #expect(saw(report(.nothing)) == "the port is open and nothing comes") }

    @Test("bytes without frames, the first of them in hexadecimal")
    func bytes() {
        #expect(
            saw(report(.noFrames, text: "\u{1}\u{2}\u{3}"))
                == "3 bytes came, and no frame and no reading among them; the first: 01 02 03")
    }

    @Test("text of which nothing is a reading, its first line, and what would be read; no firmware is advised")
    func text() {
        var text = report(.noFrames, text: "x\nax,ay,az\nb\n")
        #expect(saw(text) == "text came instead of frames; the first line: ax,ay,az")
        text.other = OtherMake()
        #expect(saw(text) == "text came, and no line of it is a reading; the first line: ax,ay,az")
        #expect(Finding.hello(text).mend == .readableSketch)
    }

    @Test("frames of somebody who does not greet")
    func missing() { #expect(saw(report(.missing, frames: 12)) == "12 intact frames and no HELLO") }

    @Test("a HELLO with a fault, by the item")
    func refused() { #expect(saw(report(.refused(item: "there is no channel"), frames: 1)).hasSuffix("there is no channel")) }

    @Test("our own HELLO")
    func loopback() { #expect(saw(report(.loopback, frames: 1)).contains("the port is a loopback")) }

    @Test("another version")
    func version() { #expect(saw(report(.otherVersion)).contains("another major version")) }

    @Test("a device that greets is named, escaped")
    func greeted() {
        let finding = Finding.hello(report(.greeted(name: "Nano\u{7}", uniqueID: "0a0b", rate: 50), frames: 5))
        #expect(finding.saw == "“Nano\\u{7}” says HELLO, unique id 0a0b")
    }
}

@Suite("Losses are told with the place where they arise")
struct LossTests {
    private func report(_ change: (inout LineReport) -> Void) -> LineReport {
        var report = LineReport()
        report.greeting = .greeted(name: "board", uniqueID: "", rate: 50)
        (report.samples, report.seconds, report.measuredRate, report.heartbeats) = (150, 3, 50, 3)
        change(&report)
        return report
    }

    @Test("none are well")
    func none() {
        #expect(Finding.losses(report { _ in }).verdict == .ok)
    }

    @Test("the device dropped samples")
    func device() {
        let finding = Finding.losses(report { ($0.lostSamples, $0.droppedByDevice) = (9, 9) })
        #expect(finding.saw == "9 of 159 samples lost: the device dropped 9 of them: its line has too little room")
    }

    @Test("the line damaged frames")
    func line() {
        let finding = Finding.losses(report { ($0.lostSamples, $0.damagedFrames) = (9, 4) })
        #expect(finding.saw == "9 of 159 samples lost: the line damaged 4 frames on the way here")
        #expect(finding.mend?.description.contains("shorter cable") == true)
    }

    @Test("this machine came late")
    func host() {
        let finding = Finding.losses(report { ($0.lostSamples, $0.latestRead) = (9, 480) })
        #expect(finding.saw == "9 of 159 samples lost: this machine came up to 480 ms late to read")
    }

    @Test("the driver says that bytes were not fetched, or not read, in time")
    func overruns() {
        let chip = Finding.losses(report { ($0.lostSamples, $0.driver) = (9, DriverCounts(overruns: 2)) })
        #expect(chip.saw == "9 of 159 samples lost: the port's chip overran 2 times: its bytes were not fetched in time")
        let buffer = Finding.losses(report { ($0.lostSamples, $0.driver) = (9, DriverCounts(bufferOverruns: 70)) })
        #expect(buffer.saw.description.hasSuffix("the system's buffer overran by 70 bytes: this machine came late to read"))
    }

    @Test("the driver saw bytes out of step")
    func outOfStep() {
        let counts = DriverCounts(outOfStep: 3)
        #expect(
            Finding.losses(report { ($0.damagedFrames, $0.driver) = (2, counts) }).saw.description.contains(
                "saw 3 bytes out of step"))
    }

    @Test("a device of another make has one reason, and counts nothing itself")
    func otherMake() {
        let other = report {
            ($0.lostSamples, $0.droppedByDevice, $0.heartbeats) = (9, 5, 3)
            $0.other = OtherMake(isUnderstood: true, isRead: true)
        }
        #expect(
            Finding.losses(other).saw
                == "9 of 159 samples lost: they came damaged, or not at all, by the device's own times and counts")
        #expect(Finding.losses(report { $0.other = other.other }).saw == "150 samples in 3.0 s, none lost")
    }

    @Test("nobody says where")
    func unknown() {
        #expect(Finding.losses(report { $0.lostSamples = 9 }).saw.description.contains("nobody says where"))
    }

    @Test("a late read without a loss is well")
    func lateOnly() {
        #expect(Finding.losses(report { $0.latestRead = 480 }).verdict == .ok)
    }

    @Test("damage on the way to the device is told, too")
    func towardsDevice() {
        #expect(
            Finding.losses(report { $0.damagedAtDevice = 2 }).saw.description.hasSuffix(
                "2 of our frames reached the device damaged"))
    }

    @Test("the announced rate stands beside the measured one")
    func rate() {
        #expect(Finding.rate(report { $0.measuredRate = 49.8 }).saw == "announced 50 Hz, measured 49.80 Hz over 3.0 s")
        #expect(Finding.rate(report { ($0.samples, $0.measuredRate) = (0, nil) }).verdict == .notOK)
    }

    @Test("rules that the device breaks are told only if there are any")
    func rules() {
        #expect(Finding.rules(report { _ in }) == nil)
        let broken = Finding.rules(report { $0.irregularities = ["the index goes back", "frames come twice"] })
        #expect(broken?.verdict == .notOK && broken?.saw == "the index goes back; frames come twice")
    }

    @Test("a clock that is not answered for is not well, one that is far away is neither")
    func clock() {
        #expect(Finding.clock(report { _ in }).verdict == .notOK)
        #expect(Finding.clock(report { $0.roundTripMilliseconds = 80 }).verdict == .notOK)
        let near = Finding.clock(report { ($0.roundTripMilliseconds, $0.driftPartsPerMillion) = (0.25, -40) })
        #expect(near == Finding(.clock, .ok, "round trip 0.25 ms, the device's clock runs 40 ± 84 ppm slow", figures: near.figures))
    }
}
