import Foundation
import TestSupport
import Testing

/// The README's first picture: three gestures are taught and recognised, one picture after the other.
@Suite(
    "The page as a film",
    .enabled(if: WebDriver.isWanted && WebDriver.keepsPictures, "needs a folder for pictures: make page-pictures"))
struct FilmTests {
    @Test("goes from the choice of a board to the light of an own gesture")
    func film() throws {
        let world = try WorkWorld(width: 960, height: 640)
        defer { world.end() }
        let browser = world.browser
        var frames = 0
        func frame() throws {
            frames += 1
            try browser.keep(String(format: "film-%03d.png", frames))
        }
        /// Pictures while the page draws on, every so many of its own.
        func watch(_ count: Int, every pictures: Double) throws {
            for _ in 0..<count {
                let next = try browser.number("Number(document.body.dataset.pictures)") + pictures
                #expect(try browser.waits("Number(document.body.dataset.pictures) >= \(next)"))
                try frame()
            }
        }
        #expect(try world.waits(forStage: "choosing"))
        for _ in 0..<2 { try frame() }
        try browser.click("simulate")
        #expect(try browser.waits("document.body.dataset.pictures > 10"))
        try watch(4, every: 20)
        try browser.click("begin")
        #expect(try world.waits(forStage: "showing"))
        try watch(8, every: 30)
        #expect(try world.waits(forStage: "recognising"))
        #expect(try browser.waits("document.querySelectorAll('#lights li').length === 1"))
        try watch(12, every: 20)
    }
}
