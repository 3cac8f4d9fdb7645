import Foundation
import TestSupport
import Testing

enum AxeRules {
    /// The rules; `make page-test` fetches them.
    static let script = ProcessInfo.processInfo.environment["MOTIONQ_AXE"].flatMap {
        try? String(contentsOfFile: $0, encoding: .utf8)
    }
}

/// What axe-core finds (the rules of WCAG 2 that a program can check), in each view of the page.
@Suite(
    "The page can be used by everybody", .serialized,
    .enabled(if: WebDriver.isWanted && AxeRules.script != nil, "needs Chromium and axe-core: make page-test"))
struct AccessibilityTests {
    /// What is wrong, and how bad that is.
    private func findings(_ browser: WebDriver) throws -> [String] {
        try browser.run(AxeRules.script ?? "")
        let found = try browser.value(
            """
            axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => \
            `${impact} ${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`))
            """)
        return found as? [String] ?? ["axe-core said nothing"]
    }

    private func expectNone(_ view: String, _ browser: WebDriver) throws {
        let grave = try findings(browser).filter { !$0.hasPrefix("minor") && !$0.hasPrefix("moderate") }
        #expect(grave.isEmpty, "\(view): \(grave)")
    }

    @Test("nor has what an evaluation found", arguments: [false, true])
    func study(isDark: Bool) throws {
        let study = try StudyWorld(isDark: isDark)
        defer { study.end() }
        #expect(try study.browser.waits("document.querySelectorAll('#confusion button').length > 2"))
        try study.browser.click("confusion button")
        try study.browser.click("stretches-behind button")
        #expect(try study.browser.waits("document.querySelectorAll('figure').length > 1"))
        try expectNone("study", study.browser)
    }

    @Test("in no view has it a serious fault, light and dark", arguments: [false, true])
    func views(isDark: Bool) throws {
        let world = try WorkWorld(width: 1280, isDark: isDark)
        defer { world.end() }
        let browser = world.browser
        #expect(try world.waits(forStage: "choosing"))
        try expectNone("choosing", browser)
        try browser.click("simulate")
        #expect(try browser.waits("document.body.dataset.pictures > 20"))
        try expectNone("watching", browser)
        try browser.click("mark")
        #expect(try browser.waits("document.getElementById('keep').hidden === false"))
        try expectNone("marked", browser)
        try browser.click("begin")
        #expect(try browser.waits("document.getElementById('prompt').textContent.includes('now')"))
        try expectNone("showing", browser)
        #expect(try world.waits(forStage: "recognising"))
        #expect(try browser.waits("document.querySelectorAll('#events li').length > 0"))
        try expectNone("recognising", browser)
    }
}
