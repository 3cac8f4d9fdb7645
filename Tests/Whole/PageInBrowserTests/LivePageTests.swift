import Foundation
import TestSupport
import Testing

/// The page as people see and use it, in a browser without a window.
@Suite("The live page in a browser", .serialized, .enabled(if: WebDriver.isWanted, Comment(rawValue: WebDriver.unwanted)))
struct LivePageTests {
    /// `run --page` beside a simulated device that makes gestures over and over.
    private struct World {
        let motionq: Motionq
        let devices: [Motionq.Running]
        let live: Motionq.Running
        let address: String

        /// - Parameter names: of the devices, whose links are called so.
        init(_ names: String...) throws {
            let motionq = try Motionq()
            self.motionq = motionq
            let links = (names.isEmpty ? ["device"] : names).map(motionq.path)
            devices = try links.enumerated().map { number, link in
                try motionq.start(["simulate", "--link", link, "--subjects", "100\(number)", "--json"])
            }
            for device in devices { try #require(device.waits(for: #""type":"ready""#)) }
            live = try motionq.start(["run"] + links.flatMap { ["--port", $0] } + ["--model", Repository.demoModel, "--page"])
            try #require(live.waits(forNote: "/\n"), "\(live.notes)")
            let line = try #require(live.notes.split(separator: "\n").first { $0.hasPrefix("page: ") })
            address = String(line.dropFirst(6))
        }

        func end() {
            live.end()
            for device in devices { device.end() }
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

    @Test("shows one of several devices, and beside it what the others hold", arguments: [(1280, 800), (400, 860)])
    func several(_ width: Int, _ height: Int) throws {
        let world = try World("left", "right", "belt")
        defer { world.end() }
        let browser = try WebDriver(size: (width, height))
        try browser.open(world.address)
        func button(_ number: Int) -> String { "document.querySelectorAll('#device-list button')[\(number)]" }
        #expect(try browser.waits("document.querySelectorAll('#device-list button').length === 3"))
        #expect(try browser.text("\(button(2)).firstElementChild.textContent") == "belt")
        for number in [0, 2, 1] {
            try browser.run("\(button(number)).click()")
            #expect(try browser.waits("\(button(number)).getAttribute('aria-pressed') === 'true'"))
            #expect(try browser.waits("document.querySelectorAll('figure').length === 3"))
            // What is held stands on its button and in the view of the device itself.
            let held = "\(button(number)).lastElementChild.textContent"
            #expect(try browser.waits("\(held) !== '–' && \(held) === document.getElementById('label').textContent"))
        }
        #expect(try browser.waits("\(button(0)).lastElementChild.textContent !== '–'"))
        try browser.keep("page-devices-\(width).png")
        #expect(try browser.number("document.documentElement.scrollWidth") <= Double(width))
        world.devices[2].end()
        #expect(try browser.waits("\(button(2)).lastElementChild.textContent === 'gone'"))
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
