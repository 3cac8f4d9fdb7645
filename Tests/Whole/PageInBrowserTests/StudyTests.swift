import Foundation
import TestSupport
import Testing

/// What an evaluation found, clicked down to the motion behind it.
@Suite("An evaluation in a browser", .serialized, .enabled(if: WebDriver.isWanted, Comment(rawValue: WebDriver.unwanted)))
struct StudyTests {
    @Test("a number of the confusion leads to its stretches, and each of these to its motion, which plays", arguments: [1280, 400])
    func study(_ width: Int) throws {
        let study = try StudyWorld(width: width)
        defer { study.end() }
        let browser = study.browser
        #expect(try browser.waits("document.querySelectorAll('#confusion button').length > 2"))
        let windows = "[...document.querySelectorAll('#confusion button')].reduce((sum, it) => sum + Number(it.textContent), 0)"
        #expect(try browser.number(windows) == Double(study.windows))
        try browser.click("confusion button")
        #expect(try browser.waits("document.querySelectorAll('#stretches-behind button').length > 0"))
        try browser.click("stretches-behind button")
        #expect(try browser.waits("document.querySelectorAll('figure').length === 3 && document.body.dataset.pictures > 0"))
        #expect(try browser.waits("document.getElementById('looked-at').textContent.includes(' s: ')"))
        #expect(try browser.waits("document.getElementById('why').textContent !== ''"))
        try browser.keep(width == 1280 ? "study.png" : "study-phone.png")
        #expect(try browser.number("document.documentElement.scrollWidth") <= Double(width))
        try browser.run(
            """
            window.texts = [];
            const play = document.getElementById("play");
            new MutationObserver(() => window.texts.push(play.textContent)).observe(play, { childList: true });
            """)
        try browser.click("play")
        #expect(try browser.waits("window.texts.includes('Stop') && window.texts.at(-1) === 'Play'"))
        let complaints = try browser.complaints()
        #expect(complaints.isEmpty, "\(complaints)")
    }
}
