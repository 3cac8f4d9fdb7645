import Foundation
import Synchronization

/// A sketch that prints lines at 50 Hz, each with its own time, in m/s² and °/s.
public final class PrintingSketch: @unchecked Sendable {
    private let line: (Int) -> String
    private let clock = PatientClock()
    private var sent = 0

    /// - Parameter line: the lines, counted from 0.
    public init(_ line: @escaping (Int) -> String = PrintingSketch.swinging) { self.line = line }

    /// A board that is turned to and fro about its x axis.
    public static func swinging(_ index: Int) -> String {
        // About x, to and fro in three seconds, and gravity turns with it: that tells the units.
        let phase = Double(index) * 0.02 * 2 * Double.pi / 3
        let (angle, speed) = (0.8 * sin(phase), 0.8 * cos(phase) * 2 * .pi / 3 * 180 / .pi)
        return String(
            format: "%ld,0.1,%.3f,%.3f,%.2f,0.4,-0.3\r\n", 20 * index, 9.807 * sin(angle), 9.807 * cos(angle), speed)
    }

    /// What it was told, as text.
    private let heard = Mutex("")
    public var told: String { heard.withLock { $0 } }

    /// Waits until the last that it was told is this: it reads on a thread of its own, perhaps when the program has ended.
    public func waits(forEnd end: String) -> Bool { Patience.waits { told.hasSuffix(end) } }

    /// The lines that are due.
    public func act(_ received: [UInt8]) -> [UInt8] {
        heard.withLock { $0 += String(decoding: received, as: UTF8.self) }
        let due = Int(clock.advance() / 20_000)
        defer { sent = max(sent, due) }
        return (min(sent, due)..<due).flatMap { Array(line($0).utf8) }
    }
}
