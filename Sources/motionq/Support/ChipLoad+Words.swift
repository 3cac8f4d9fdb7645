import Formatting
import MotionCore
import Quantization

/// What a person reads of a chip: first whether the model fits, and what would mend it.
extension ChipLoad {
    /// A line for the chip, and one each for flash, RAM and time.
    var text: String {
        let isSlowAtWorst = (time.shareRange?.upperBound ?? 0) > 1
        let fit =
            !shortages.isEmpty
            ? "DOES NOT FIT: \(shortages.map(words).joined(separator: "; "))"
            : isSlowAtWorst ? "MAY BE TOO SLOW: \(words(.time))" : "fits"
        var lines = ["\(chip.part) (\(chip.core.name), \(chip.megahertz) MHz): \(fit)"]
        lines.append("  flash  " + words(flash))
        lines.append("  RAM    " + words(ram))
        lines.append("  time   " + timeWords)
        lines.append("  The firmware's own code, memory and stack come on top; nothing was measured on a board.")
        return lines.joined(separator: "\n")
    }

    /// A size of the chip's, in KB and MB of 1,024: “256 KB”, “4 MB”.
    static func words(room: Int) -> String {
        let kilobytes = room / 1024
        return kilobytes % 1024 == 0 ? "\(kilobytes / 1024) MB" : "\(kilobytes) KB"
    }

    private func words(_ memory: Memory) -> String {
        let parts = memory.parts.map { "\($0.name.rawValue) \(Numbers.bytes($0.bytes))" }.joined(separator: ", ")
        return
            "\(Numbers.bytes(memory.bytes)) of \(Self.words(room: memory.room)), \(Self.percent(memory.share)) (\(memory.ground)): "
            + parts
    }

    private var timeWords: String {
        let (best, worst) = (Numbers.decimal(time.cyclesRange.lowerBound, 1), Numbers.decimal(time.cyclesRange.upperBound, 1))
        let cycles = "× \(Numbers.decimal(time.cycles, 1)) cycles, which may be \(best) to \(worst)"
        guard let share = time.share, let range = time.shareRange, let perSecond = time.instructionsPerSecond else {
            let window = Numbers.time(nanoseconds: time.secondsPerWindow * 1e9)
            let count = Numbers.count(Int(saturating: time.instructionsPerWindow.rounded()))
            return "\(window) for each window (\(time.ground)): \(count) instructions \(cycles)"
        }
        return "\(Self.percent(share)) of a core, \(Self.percent(range.lowerBound)) to \(Self.percent(range.upperBound)) "
            + "(\(time.ground)): \(Numbers.decimal(perSecond / 1e6, 2)) million instructions a second \(cycles)"
    }

    /// What is short, and the options that mend it.
    private func words(_ shortage: Shortage) -> String {
        switch shortage {
        case .flash: "flash \(Self.percent(flash.share)), take fewer units (train --hidden)"
        case .ram:
            "RAM \(Self.percent(ram.share)), take fewer units (train --hidden) or a longer hop (--hop): fewer windows run at a time"
        case .time:
            "time \(Self.percent(time.share ?? 0)), take a longer hop (train --hop), fewer units (--hidden) or a lower rate (--rate)"
        }
    }

    /// With a decimal where it says something.
    private static func percent(_ share: Double) -> String {
        share < 0.0005 ? "less than 0.1 %" : Numbers.percent(share, decimals: share < 0.1 ? 1 : 0)
    }
}
