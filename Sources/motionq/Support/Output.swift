import Files
import Foundation
import ModelConversion
import Presentation

/// Standard output and standard error, a line at a time. A reader that went away ends the program quietly.
enum Output {
    /// For programs: one line on standard output.
    static func json(_ line: JSONLine) {
        text(line.line)
    }

    /// For people who asked for results.
    static func text(_ line: String) {
        write(line + "\n", to: 1)
    }

    /// For people: how it goes. Never mixes with results.
    static func note(_ line: String) {
        write(line + "\n", to: 2)
    }

    /// How a model was quantized: the report is the result, all else goes beside it.
    static func report(_ report: QuantizationReport, from source: String, to model: String, notes: [String], json: Bool) {
        if json {
            var line = report.json
            line.add("source", source)
            line.add("model", model)
            line.add("notes", notes)
            self.json(line)
        } else {
            note("\(source) → \(model)")
            text(report.text)
        }
        for note in notes { self.note(note) }
    }

    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            do throws(WriteFailure) {
                try writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
            } catch {
                fail(descriptor, error.errno)
            }
        }
    }

    /// It is no error if no program reads the results any more; it is one if they could not be kept.
    private static func fail(_ descriptor: Int32, _ code: Int32) {
        guard descriptor == 1 else { return }
        guard code != EPIPE else { return Interrupt.flag.raise() }
        note("motionq: standard output cannot be written: \(String(cString: strerror(code)))")
        exit(Refusal.Code.inputOutput.rawValue)
    }
}
