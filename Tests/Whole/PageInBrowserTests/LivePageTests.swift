import Foundation
import TestSupport
import Testing

/// The page as people see and use it, in a browser without a window.
@Suite("The live page in a browser", .serialized, .enabled(if: WebDriver.isWanted, Comment(rawValue: WebDriver.unwanted)))
struct LivePageTests {
    /// `run --page` beside a simulated device that makes gestures over and over.
    private struct World {
        let motionq: Motionq
        let device: Motionq.Running
        let live: Motionq.Running
        let address: String

        init() throws {
            motionq = try Motionq()
            let link = motionq.path("device")
            device = try motionq.start(["simulate", "--link", link, "--json"])
            try #require(device.waits(for: #""type":"ready""#))
            live = try motionq.start(["run", "--port", link, "--model", Repository.demoModel, "--page"])
            try #require(live.waits(forNote: "/\n"), "\(live.notes)")
            let line = try #require(live.notes.split(separator: "\n").first { $0.hasPrefix("page: ") })
            address = String(line.dropFirst(6))
        }

        func end() {
            live.end()
            device.end()
            motionq.remove()
        }
    }

    @Test(
        "shows signal, gesture and light, and fits the screen",
        arguments: [(1280, 800, false, "page.png"), (400, 860, false, "page-phone.png"), (1280, 800, true, "page-dark.png")])
    func shows(_ width: Int, _ height: Int, _ isDark: Bool, _ name: String) throws {
        let world = try World()
        defer { world.end() }
        let browser = try WebDriver(size: (width, height), isDark: isDark)
        try browser.open(world.address)
        #expect(try browser.waits("document.querySelectorAll('figure').length === 3"))
        #expect(try browser.text("document.querySelector('figcaption').textContent").contains("ax "))
        #expect(try browser.waits("document.querySelectorAll('#events li.over').length >= 2"))
        // The demo's model lights an LED while a gesture is held.
        #expect(try browser.waits("document.querySelectorAll('#lights li').length === 1"))
        #expect(try browser.text("document.getElementById('label').textContent") != "–")
        try browser.keep(name)
        #expect(try browser.number("document.documentElement.scrollWidth") <= Double(width))
        let complaints = try browser.complaints()
        #expect(complaints.isEmpty, "\(complaints)")
        browser.end()
    }

    @Test("is led by keys: space pauses, arrows go back, plus and minus change the time that is shown")
    func keys() throws {
        let world = try World()
        defer { world.end() }
        let browser = try WebDriver(size: (1000, 700))
        try browser.open(world.address)
        #expect(try browser.waits("document.body.dataset.pictures > 30"))
        let span = "document.getElementById('span').textContent"
        #expect(try browser.text(span) == "10 s")
        try browser.press("-")
        #expect(try browser.waits("\(span) === '20 s'"))
        try browser.press("+")
        try browser.press("+")
        #expect(try browser.waits("\(span) === '5 s'"))
        try browser.press(" ")
        #expect(try browser.waits("\(span) === '5 s, paused'"))
        #expect(try browser.text("document.getElementById('pause').getAttribute('aria-pressed')") == "true")
        try browser.click("pause")
        #expect(try browser.waits("\(span) === '5 s'"))
        browser.end()
    }

    @Test("says that the command has ended")
    func ends() throws {
        let world = try World()
        let browser = try WebDriver(size: (1000, 700))
        try browser.open(world.address)
        #expect(try browser.waits("document.body.dataset.open === 'true'"))
        world.end()
        #expect(try browser.waits("document.getElementById('device').textContent.includes('has ended')"))
        browser.end()
    }
}
