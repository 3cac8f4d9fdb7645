import Foundation
import Recordings
import Simulation
import TestSupport
import Testing

/// What a person does at `motionq page`, clicked through in a browser.
@Suite("The work at a page in a browser", .serialized, .enabled(if: WebDriver.isWanted, Comment(rawValue: WebDriver.unwanted)))
struct WorkTests {
    @Test("from the command to an own gesture that lights the board's light, with a board that is made up", arguments: [1280, 400])
    func simulated(_ width: Int) throws {
        let world = try WorkWorld(width: width)
        defer { world.end() }
        let browser = world.browser
        #expect(try world.waits(forStage: "choosing"))
        try browser.keep(width == 1280 ? "choose.png" : "choose-phone.png")
        try browser.click("simulate")
        #expect(try browser.waits("document.querySelectorAll('figure').length === 2 && document.body.dataset.pictures > 20"))
        try browser.click("begin")
        #expect(try browser.waits("document.getElementById('prompt').textContent.includes('now')"))
        try browser.keep(width == 1280 ? "teach.png" : "teach-phone.png")
        #expect(try world.waits(forStage: "recognising"))
        #expect(try browser.waits("document.querySelectorAll('#lights li').length === 1"))
        #expect(["circle", "zigzag", "flick"].contains(try browser.text("document.getElementById('label').textContent")))
        try browser.keep(width == 1280 ? "recognise.png" : "recognise-phone.png")
        #expect(try browser.number("document.documentElement.scrollWidth") <= Double(width))
        let complaints = try browser.complaints()
        #expect(complaints.isEmpty, "\(complaints)")
    }

    @Test("the same with a board of another make, whose own lights are looked at")
    func textBoard() throws {
        let sketch = WritingSketch()
        let board = try Puppet { sketch.act($0) }
        defer { board.end() }
        let world = try WorkWorld(["--feedback-line", WritingSketch.feedbackLine])
        defer { world.end() }
        let browser = world.browser
        try browser.type(board.path, into: "port")
        try browser.press("\u{E007}")
        #expect(try browser.waits("document.body.dataset.pictures > 20"))
        try browser.click("begin")
        #expect(try world.waits(forStage: "turning"))
        sketch.turn()
        #expect(try world.waits(forStage: "recognising"))
        sketch.lookAway()
        #expect(Patience.waits { sketch.lit.isEmpty })
        sketch.write(2)
        // Which of them it is taken for is the network's to say; the light is that gesture's.
        #expect(Patience.waits { sketch.lit.count == 1 })
        let name = ["circle", "zigzag", "flick"][sketch.lit.first ?? 0]
        #expect(try browser.waits("document.querySelector('#events button')?.textContent === '\(name)'"))
    }

    @Test("what was recognised is marked by a click, called what it was, and taught")
    func kept() throws {
        let world = try WorkWorld()
        defer { world.end() }
        let browser = world.browser
        try browser.click("simulate")
        #expect(try browser.waits("document.body.dataset.pictures > 20"))
        try browser.click("begin")
        #expect(try world.waits(forStage: "recognising"))
        #expect(try browser.waits("document.querySelectorAll('#events button').length > 0"))
        try browser.click("events button")
        #expect(try browser.waits("document.getElementById('keep').hidden === false"))
        try browser.keep("mark.png")
        try browser.type("<b>mine", into: "called")
        try browser.press("\u{E007}")
        #expect(try browser.waits("document.getElementById('stretches').textContent === '<b>mine-1'"))
        try browser.click("learn")
        #expect(try browser.waits("document.getElementById('verdict').textContent.includes('<b>mine: 1 example')"))
        #expect(try browser.number("document.querySelectorAll('b').length") == 0)
        #expect(try world.waits(forStage: "recognising"))
    }

    @Test("markup in a board's name, in a port's and in a label is text")
    func markup() throws {
        let markup = "<img src=x onerror=document.title=1>"
        let world = try WorkWorld()
        defer { world.end() }
        let browser = world.browser
        try browser.type(markup, into: "port")
        try browser.press("\u{E007}")
        #expect(try browser.waits("document.getElementById('trouble').textContent.includes('<img src=x')"))
        var options = SimulatorOptions()
        (options.name, options.linkPath) = ("<i>board</i>", world.motionq.path("board"))
        var session = RecordedSession(name: "still", subject: "nobody")
        session.timestamps = (0..<2000).map { Double($0) * 20 }
        session.labels = [String](repeating: "rest", count: 2000)
        session.values = [Float](repeating: 0.5, count: 12_000)
        let device = PatientDevice(Recording(path: "still", sessions: [session]), options)
        defer { _ = device.end() }
        try browser.type(world.motionq.path("board"), into: "port")
        try browser.press("\u{E007}")
        #expect(try browser.waits("document.getElementById('device').textContent.includes('<i>board</i>')"))
        #expect(try browser.waits("document.getElementById('notes').textContent.includes('<i>board</i>')"))
        try browser.click("mark")
        try browser.type(markup, into: "called")
        try browser.press("\u{E007}")
        #expect(try browser.waits("document.getElementById('stretches').textContent.includes('<img src=x')"))
        #expect(try browser.number("document.querySelectorAll('img, i').length") == 0)
        #expect(try browser.text("document.title") == "MotionQ15")
    }
}
