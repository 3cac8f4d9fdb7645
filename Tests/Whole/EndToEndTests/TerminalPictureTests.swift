import Foundation
import TestSupport
import Testing

/// The live view on terminals of several sizes and manners, by what they show.
@Suite("The picture on a terminal")
struct TerminalPictureTests {
    private static let labels = ["chop", "drive", "rest", "shake"]
    private static let opened = "\u{1B}[?25l"
    private static let closed = "\u{1B}[?25h"
    private static let cleared = "\u{1B}[2J\u{1B}[H"

    /// Everything that the demo wrote to a terminal.
    ///
    /// - Parameters:
    ///   - environment: what the demo is told of it.
    ///   - resized: its size after the first event.
    private func demo(
        _ columns: UInt16, _ rows: UInt16, environment: [String: String] = [:], resized: (columns: UInt16, rows: UInt16)? = nil
    ) throws -> String {
        let motionq = try Motionq()
        defer { motionq.remove() }
        return try motionq.written(
            by: ["demo", "--subjects", "1000", "--gestures", "2", "--speed", "8"], size: (columns, rows), environment: environment,
            change: resized.map { ("▶", $0.columns, $0.rows) })
    }

    /// The last picture, before the summary.
    private func screen(_ written: String, _ columns: Int, _ rows: Int) throws -> TerminalScreen {
        var screen = TerminalScreen(columns: columns, rows: rows)
        screen.write(String(try #require(written.components(separatedBy: Self.closed).first)))
        #expect(screen.unknown.isEmpty)
        return screen
    }

    @Test(
        "has every label, what was recognised and how the link does in any size; curves take the room that is left",
        arguments: [(40, 12), (80, 24), (120, 40), (200, 50)])
    func sizes(columns: Int, rows: Int) throws {
        let written = try demo(UInt16(columns), UInt16(rows))
        let screen = try screen(written, columns, rows)
        let lines = screen.lines
        #expect(lines[0].hasPrefix("MotionQ15 · "), "\(screen.text)")
        for label in Self.labels { #expect(lines.contains { $0.hasPrefix("  \(label) ") }, "\(screen.text)") }
        // At the end it may be that late commands are told of instead, where rows are few.
        #expect(written.contains(" ▶ ") && written.contains(" ■ "), "\(screen.text)")
        #expect(screen.text.contains(" lost, ") && screen.text.contains("LED"), "\(screen.text)")
        let curves = lines.count { $0.hasPrefix("  ax ") || $0.hasPrefix("  gz ") }
        #expect(rows > 20 ? curves == 2 : curves == 0, "\(screen.text)")
        if rows > 20 { #expect(lines.contains { $0.hasPrefix("  ax ") && $0.hasSuffix(" g") }, "\(screen.text)") }
        // Wide terminals are used.
        #expect((lines.map(\.count).max() ?? 0) > columns * 2 / 3, "\(screen.text)")
    }

    @Test("has every label on a small terminal also when the rate is known, which takes a minute of motion")
    func rateKnown() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let written = try motionq.written(
            by: ["demo", "--subjects", "1000-1003", "--gestures", "2", "--speed", "16"], size: (40, 12), environment: [:])
        #expect(written.contains("measured rate"))
        let screen = try screen(written, 40, 12)
        for label in Self.labels { #expect(screen.lines.contains { $0.hasPrefix("  \(label) ") }, "\(screen.text)") }
        #expect(screen.text.contains(" lost, "), "\(screen.text)")
    }

    @Test("is drawn anew after the size has changed, with nothing of the old one left")
    func resized() throws {
        let written = try demo(120, 40, resized: (60, 20))
        let pictures = written.components(separatedBy: Self.cleared)
        #expect(pictures.count == 2)
        let screen = try screen(pictures.last ?? "", 60, 20)
        #expect(screen.lines[0].hasPrefix("MotionQ15 · "), "\(screen.text)")
        #expect(screen.lines.count { $0.hasPrefix("MotionQ15") } == 1)
        for label in Self.labels { #expect(screen.lines.count { $0.hasPrefix("  \(label) ") } == 1, "\(screen.text)") }
    }

    @Test("has the colours that the terminal is said to have")
    func colours() throws {
        let every = try screen(demo(80, 24, environment: ["COLORTERM": "truecolor"]), 80, 24).colours
        #expect(every.contains { $0.hasPrefix("38;2;") })
        let palette = try screen(demo(80, 24), 80, 24).colours
        #expect(palette.allSatisfy { $0.hasPrefix("38;5;") } && !palette.isEmpty)
        let sixteen = try screen(demo(80, 24, environment: ["TERM": "xterm"]), 80, 24).colours
        #expect(sixteen.allSatisfy { (30...37).contains(Int($0) ?? 0) } && !sixteen.isEmpty)
    }

    @Test("has none where nobody wants any", arguments: [["NO_COLOR": "1"], ["CLICOLOR": "0"]])
    func noColour(_ environment: [String: String]) throws {
        let written = try demo(80, 24, environment: environment)
        let screen = try screen(written, 80, 24)
        #expect(screen.colours.isEmpty && !written.contains("\u{1B}[1m") && !written.contains("\u{1B}[2m"))
        #expect(screen.text.contains("█"))
    }

    @Test("is none on a terminal that obeys nothing: lines, as in a pipe")
    func dumb() throws {
        let written = try demo(80, 24, environment: ["TERM": "dumb"])
        #expect(!written.contains("\u{1B}") && written.contains("▶"))
    }
}
