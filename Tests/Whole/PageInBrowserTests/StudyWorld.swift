import Foundation
import TestSupport
import Testing

/// `motionq evaluate --page`, and a browser that has it open.
struct StudyWorld {
    /// Windows with a true label.
    let windows: Int
    let browser: WebDriver
    private let motionq: Motionq
    private let command: Motionq.Running

    init(width: Int = 1280, height: Int = 900, isDark: Bool = false) throws {
        motionq = try Motionq()
        let recording = motionq.path("people.csv")
        try #require(motionq.run("dataset", "synthesize", "--subjects", "1000", "--gestures", "2", "-o", recording).status == 0)
        command = try motionq.start(["evaluate", "--page", "--model", Repository.demoModel, "--data", recording, "--json"])
        try #require(command.waits(forNote: "/\n"))
        let address = try #require(command.notes.split(separator: "\n").first { $0.hasPrefix("page: ") }).dropFirst(6)
        let told = try JSONSerialization.jsonObject(with: Data(command.text.prefix { $0 != "\n" }.utf8)) as? [String: Any]
        windows = (told?["confusion_q15"] as? [[Int]] ?? []).reduce(0) { $0 + $1.reduce(0, +) }
        browser = try WebDriver(size: (width, height), isDark: isDark)
        try browser.open(String(address))
    }

    func end() {
        browser.end()
        _ = command.end()
        motionq.remove()
    }
}
