import Foundation
import TestSupport

/// Debian's Chromium without a window, led by its driver (W3C WebDriver).
final class WebDriver {
    private var driver = Process()
    private var address = ""
    private var session = ""

    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// Where the driver is; nil: it is not installed.
    static let program: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/chromedriver" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    /// Set by `make page-test`, which installs it.
    static let isWanted = program != nil && ProcessInfo.processInfo.environment["MOTIONQ_BROWSER"] != nil
    static let unwanted = "needs Chromium and its driver: make page-test"

    /// Starts both.
    ///
    /// - Parameters:
    ///   - size: of what is shown, in points.
    ///   - isDark: what the browser says its person likes.
    init(size: (width: Int, height: Int), isDark: Bool = false) throws {
        // A port that another program has ends the driver at once.
        repeat {
            let port = Int.random(in: 20_000..<60_000)
            address = "http://127.0.0.1:\(port)"
            driver = Process()
            driver.executableURL = URL(filePath: "/usr/bin/env")
            driver.arguments = [Self.program ?? "/nowhere", "--port=\(port)", "--log-level=OFF"]
            driver.standardOutput = FileHandle.nullDevice
            driver.standardError = FileHandle.nullDevice
            try driver.run()
            _ = Patience.waits { !driver.isRunning || (try? command("GET", "/status")) != nil }
        } while !driver.isRunning
        var words = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=\(size.width),\(size.height)",
        ]
        if isDark { words.append("--force-dark-mode") }
        let wanted: [String: Any] = [
            "capabilities": [
                "alwaysMatch": [
                    "goog:chromeOptions": ["args": words], "goog:loggingPrefs": ["browser": "ALL"],
                ]
            ]
        ]
        let value = try command("POST", "/session", wanted) as? [String: Any]
        guard let id = value?["sessionId"] as? String else { throw Fault(description: "no session: \(value ?? [:])") }
        session = "/session/\(id)"
        // A window without a screen is smaller than was asked for: what is shown shall have the size.
        _ = try command(
            "POST", session + "/goog/cdp/execute",
            [
                "cmd": "Emulation.setDeviceMetricsOverride",
                "params": ["width": size.width, "height": size.height, "deviceScaleFactor": 1, "mobile": size.width < 600],
            ])
        if isDark {
            _ = try command(
                "POST", session + "/goog/cdp/execute",
                [
                    "cmd": "Emulation.setEmulatedMedia",
                    "params": ["features": [["name": "prefers-color-scheme", "value": "dark"]]],
                ])
        }
    }

    func end() {
        _ = try? command("DELETE", session)
        // It may have inherited that nothing softer ends it.
        kill(driver.processIdentifier, SIGKILL)
        driver.waitUntilExit()
    }

    func open(_ url: String) throws { _ = try command("POST", session + "/url", ["url": url]) }

    /// Opens another tab, and goes to it.
    func openTab() throws {
        let tab = try command("POST", session + "/window/new", ["type": "tab"]) as? [String: String]
        _ = try command("POST", session + "/window", ["handle": tab?["handle"] ?? ""])
    }

    /// The value of an expression in the page.
    func value(_ expression: String) throws -> Any? {
        try command("POST", session + "/execute/sync", ["script": "return \(expression)", "args": [Any]()])
    }

    /// Runs a script in the page.
    func run(_ script: String) throws {
        _ = try command("POST", session + "/execute/sync", ["script": script, "args": [Any]()])
    }

    func text(_ expression: String) throws -> String { try value(expression) as? String ?? "" }
    func number(_ expression: String) throws -> Double { try (value(expression) as? NSNumber)?.doubleValue ?? .nan }

    /// Waits until an expression is true.
    func waits(_ expression: String) throws -> Bool {
        try Patience.waits { try value(expression) as? Bool == true }
    }

    /// Presses a key, as a person does.
    func press(_ key: String) throws {
        let actions: [String: Any] = [
            "actions": [
                ["type": "key", "id": "keys", "actions": [["type": "keyDown", "value": key], ["type": "keyUp", "value": key]]]
            ]
        ]
        _ = try command("POST", session + "/actions", actions)
    }

    /// Clicks an element by its id, or one inside of it: `events button`.
    func click(_ id: String) throws { _ = try command("POST", element(id) + "/click", [:]) }

    /// Writes into a field, by its id, in place of what stands there.
    func type(_ text: String, into id: String) throws {
        let field = try element(id)
        _ = try command("POST", field + "/clear", [:])
        _ = try command("POST", field + "/value", ["text": text])
    }

    private func element(_ id: String) throws -> String {
        let found =
            try command("POST", session + "/element", ["using": "css selector", "value": "#\(id)"]) as? [String: String]
        guard let element = found?.values.first else { throw Fault(description: "no element \(id)") }
        return session + "/element/\(element)"
    }

    /// Whether somebody wants pictures.
    static let keepsPictures = ProcessInfo.processInfo.environment["MOTIONQ_PICTURES"] != nil

    /// Keeps a picture where somebody wants to look at it.
    func keep(_ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["MOTIONQ_PICTURES"] else { return }
        try picture().write(to: URL(filePath: folder).appending(path: name))
    }

    /// What the browser's console was told: faults of scripts, and what the page's own policy forbade.
    func complaints() throws -> [String] {
        let entries = try command("POST", session + "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
        return entries.filter { $0["level"] as? String != "INFO" }.compactMap { $0["message"] as? String }
    }

    /// A picture of what is shown (PNG).
    func picture() throws -> Data {
        let text = try command("GET", session + "/screenshot") as? String ?? ""
        return Data(base64Encoded: text) ?? Data()
    }

    private func command(_ method: String, _ path: String, _ body: [String: Any]? = nil) throws -> Any? {
        let sent = try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
        let head = [
            "\(method) \(path) HTTP/1.1", "Host: \(address.dropFirst(7))", "Content-Type: application/json",
            "Content-Length: \(sent.count)", "Connection: close", "", "",
        ]
        let connection = try Browser(address)
        connection.send(Array(head.joined(separator: "\r\n").utf8) + Array(sent))
        // The driver names the length, and leaves the connection open.
        var data: Data?
        _ = Patience.waits {
            let isOver = !connection.read()
            data = Self.body(of: connection.text)
            return isOver || data != nil
        }
        guard let data else { throw Fault(description: "\(method) \(path): no answer") }
        let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let value = answer?["value"]
        if let fault = value as? [String: Any], let error = fault["error"] {
            throw Fault(description: "\(method) \(path): \(error): \(fault["message"] ?? "")")
        }
        return value is NSNull ? nil : value
    }

    /// What follows an answer's head, when all of it is there.
    private static func body(of text: String) -> Data? {
        guard let length = text.firstMatch(of: /(?i)\r\ncontent-length: *([0-9]+)\r\n/).flatMap({ Int($0.1) }),
            let head = text.range(of: "\r\n\r\n")
        else { return nil }
        let body = Data(text[head.upperBound...].utf8)
        return body.count >= length ? body : nil
    }
}
