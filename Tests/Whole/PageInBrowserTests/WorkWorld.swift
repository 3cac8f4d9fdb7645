import Foundation
import TestSupport
import Testing

/// `motionq page` and a browser that has it open.
struct WorkWorld {
    let motionq: Motionq
    let command: Motionq.Running
    let browser: WebDriver

    /// - Parameter isDark: what the browser says its person likes.
    init(_ arguments: [String] = [], width: Int = 1280, height: Int = 900, isDark: Bool = false) throws {
        motionq = try Motionq()
        command = try motionq.start(["page", "-o", motionq.path("gestures")] + arguments)
        try #require(command.waits(for: "/\n"))
        let address = try #require(command.text.split(separator: "\n").first?.split(separator: " ").last)
        browser = try WebDriver(size: (width, height), isDark: isDark)
        try browser.open(String(address))
    }

    func end() {
        browser.end()
        _ = command.end()
        motionq.remove()
    }

    func waits(forStage stage: String) throws -> Bool { try browser.waits("document.body.dataset.stage === '\(stage)'") }
}
