import Foundation
import TestSupport
import Testing

/// Recording and teaching on terminals of several sizes, by what they show.
@Suite("The picture of a recording")
struct RecordPictureTests {
    /// Each picture ends with this.
    private static let pictureEnd = "\u{1B}[J"

    /// Everything that a verb wrote to a terminal while a made-up person followed the lights.
    private func written(
        _ verb: [String], _ size: (columns: Int, rows: Int), person: [String], speed: Int = 6, in motionq: Motionq
    ) throws -> String {
        let board = motionq.path("board")
        let device = try motionq.start(["simulate", "--follow-lights", "--link", board, "--speed", "\(speed)"] + person)
        #expect(device.waits(for: "ready"))
        defer { device.end() }
        return try motionq.written(
            by: verb + ["--port", board, "--quiet"], size: (UInt16(size.columns), UInt16(size.rows)))
    }

    /// The terminal when the last picture with a text stood on it.
    private func screen(_ written: String, _ size: (columns: Int, rows: Int), with text: String) throws -> TerminalScreen {
        let pictures = written.components(separatedBy: Self.pictureEnd)
        let last = try #require(pictures.lastIndex { $0.contains(text) }, "\(text) is nowhere")
        var screen = TerminalScreen(columns: size.columns, rows: size.rows)
        screen.write(pictures[...last].joined(separator: Self.pictureEnd))
        return screen
    }

    @Test(
        "says in any size what to do, how long yet and how much is made, and the keys; curves take the rows that are left",
        arguments: [(40, 12), (80, 24), (120, 40), (200, 50)])
    func recorded(columns: Int, rows: Int) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let text = try written(
            ["record", "--subject", "ana", "--labels", "shake", "--repetitions", "1", "--yes", "-o", motionq.path("recordings")],
            (columns, rows), person: ["--subjects", "3"], in: motionq)
        let screen = try screen(text, (columns, rows), with: "▶ shake")
        let lines = screen.lines
        let doing = try #require(lines.firstIndex { $0.hasPrefix("  ▶ shake") }, "\(screen.text)")
        #expect(lines[doing + 1].hasSuffix(" s left") && lines[doing + 2].hasSuffix("0 of 1 made"), "\(screen.text)")
        #expect(lines.contains { $0.contains("r: once more   p: pause   q: end") }, "\(screen.text)")
        if rows < 16 { #expect(doing == 0, "\(screen.text)") } else { #expect(lines[0].hasPrefix("MotionQ15 · recording ana")) }
        let curves = lines.count { $0.hasPrefix("  ax ") || $0.hasPrefix("  gz ") }
        #expect(curves == (rows > 20 ? 2 : 0), "\(screen.text)")
        if rows > 20 { #expect(lines.contains { $0.hasPrefix("  ax ") && $0.hasSuffix(" g") }, "\(screen.text)") }
    }

    @Test("shows less and less time that is left")
    func left() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let text = try written(
            ["record", "--subject", "ana", "--labels", "shake", "--repetitions", "1", "--yes", "-o", motionq.path("recordings")],
            // Slowly, for the sake of a machine that draws few pictures.
            (80, 24), person: ["--subjects", "3"], speed: 1, in: motionq)
        let times = text.components(separatedBy: Self.pictureEnd).filter { $0.contains("▶ shake") }
            .compactMap { $0.split(separator: "\n").first { $0.contains(" s left") } }
            .compactMap { $0.split(separator: " ").dropLast(2).last.flatMap { Double($0) } }
        #expect(times.count > 1 && times == times.sorted(by: >), "\(times)")
    }

    @Test("says in any size what is taught and how much was heard", arguments: [(40, 12), (80, 24)])
    func taught(columns: Int, rows: Int) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let text = try written(
            ["teach", "--labels", "k0,k1", "-o", motionq.path("mine.safetensors")], (columns, rows),
            person: ["--strokes", "2", "--subjects", "5", "--seed", "77"], in: motionq)
        let screen = try screen(text, (columns, rows), with: "▶ k1")
        #expect(screen.lines.contains { $0.hasPrefix("  ▶ k1") }, "\(screen.text)")
        #expect(screen.lines.contains { $0.hasSuffix(" of 6 made") }, "\(screen.text)")
        #expect(screen.lines.contains { $0.contains("q: end") }, "\(screen.text)")
    }
}
