import DeviceFormats
import Testing

/// Ten thousand sketches by a grammar: names, separators, units, decimals and their mark, layouts, order, boot text, times.
@Suite("Sketches that nobody here wrote")
struct SketchGrammarTests {
    private enum Outcome { case exact, refused, wrong(String) }

    @Test("are read exactly or refused, and never read wrongly")
    func grammar() {
        var (exact, refused) = (0, 0)
        for seed in 0..<10_000 as Range<UInt64> {
            let sketch = Sketch(seed: seed)
            switch outcome(of: sketch) {
            case .exact: exact += 1
            case .refused: refused += 1
            case .wrong(let how): Issue.record("\(sketch) is read wrongly: \(how)\n\(sketch.text.prefix(600))")
            }
        }
        #expect(exact >= 9900, "\(exact) exact, \(refused) refused")
    }

    private func outcome(of sketch: Sketch) -> Outcome {
        var options = ForeignOptions()
        options.format = .text
        options.units = sketch.units.flatMap { ForeignUnits($0) }
        let capture: ForeignCapture
        do { capture = try ForeignCapture(Array(sketch.text.utf8), options) } catch { return .refused }
        var read: [[Double]] = []
        capture.read { reading in read.append((0..<6).map { reading.values[$0] }) }
        guard read.count == sketch.readings.count else { return .wrong("\(read.count) readings of \(sketch.readings.count)") }
        for (index, (found, printed)) in zip(read, sketch.readings).enumerated() {
            for channel in 0..<6 {
                let factor = channel < 3 ? sketch.factors.acceleration : sketch.factors.rotation
                let wanted = (printed[channel] ?? 0) * factor
                guard abs(found[channel] - wanted) <= 1e-12 + 1e-12 * abs(wanted) else {
                    return .wrong("reading \(index), channel \(channel): \(found[channel]) for \(wanted)")
                }
            }
        }
        return .exact
    }
}
