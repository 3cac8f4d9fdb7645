import Foundation
import Recordings
import TestSupport
import Testing

/// A data set that is looked through and mended.
@Suite("A data set in a browser", .serialized, .enabled(if: WebDriver.isWanted, Comment(rawValue: WebDriver.unwanted)))
struct CurationTests {
    @Test("a repetition is looked at, one is dropped and one called otherwise, and all is written again", arguments: [1280, 400])
    func mended(_ width: Int) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let path = motionq.path("people.csv")
        try #require(motionq.run("dataset", "synthesize", "--subjects", "1-2", "--gestures", "9", "-o", path).status == 0)
        let command = try motionq.start(["dataset", "show", path, "--page"])
        defer { _ = command.end() }
        try #require(command.waits(forNote: "/\n"))
        let address = try #require(command.notes.split(separator: "\n").first { $0.hasPrefix("page: ") }).dropFirst(6)
        let browser = try WebDriver(size: (width, 900))
        defer { browser.end() }
        try browser.open(String(address))
        #expect(try browser.waits("document.querySelectorAll('#repetition-list button').length > 2"))
        // Of the label that was recorded most, whatever is unlike the others.
        try browser.run(
            """
            const list = document.getElementById("chosen-label");
            list.value = list.lastElementChild.value;
            list.dispatchEvent(new Event("change"));
            """)
        try browser.click("repetition-list li:nth-child(2) button")
        #expect(try browser.waits("document.querySelectorAll('#courses figure').length === 2"))
        #expect(try browser.waits("document.querySelectorAll('#charts figure').length === 2 && document.body.dataset.pictures > 0"))
        try browser.click("drop")
        try browser.click("repetition-list li:nth-child(3) button")
        #expect(try browser.waits("document.querySelectorAll('#repetition-list .dropped').length === 1"))
        #expect(try browser.waits("document.querySelector('#repetition-list li:nth-child(3) button').ariaPressed === 'true'"))
        try browser.keep(width == 1280 ? "dataset.png" : "dataset-phone.png")
        try browser.type("<b>odd", into: "new-label")
        try browser.press("\u{E007}")
        #expect(try browser.waits("document.getElementById('changes').textContent === '1 dropped, 1 called otherwise'"))
        #expect(try browser.number("document.documentElement.scrollWidth") <= Double(width))
        try browser.click("mend button")
        #expect(try browser.waits("document.getElementById('mended').textContent.includes('2 stretches changed')"))
        #expect(try browser.number("document.querySelectorAll('b').length") == 0)
        let labels = try RecordingReader().read(motionq.path("people-mended/people.csv")).sessions.flatMap(\.labels)
        #expect(labels.contains("<b>odd"))
        let complaints = try browser.complaints()
        #expect(complaints.isEmpty, "\(complaints)")
    }
}
