import ArgumentParser
import DeviceTools
import Formatting
import Foundation
import Transport

struct CheckVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Hold a device's firmware to the protocol, rule by rule.",
        discussion: """
            Takes half a minute and says of every rule of firmware-protocol/PROTOCOL.md whether it is kept, what \
            was seen, and what to change. An LED lights for moments; the rate is put back.
            Exit codes: 0 no rule is broken, 65 some are, 69 no device greeted.

            \(allOptions(of: "check"))
            """)

    @OptionGroup var choice: TalkingPort
    @Flag(help: "JSON Lines on standard output, one for each rule.") var json = false

    func run() throws {
        try reportingRefusals {
            let line = try choice.open()
            defer { line.close() }
            var counts: [Judgement.Verdict: Int] = [:]
            let examination = Examination(over: line, session: .random(in: 1...UInt32.max)) { judgement in
                counts[judgement.verdict, default: 0] += 1
                json ? Output.json(judgement.line) : Output.text(judgement.lines)
            }
            do throws(LineStop) {
                try examination.run()
            } catch {
                throw error.ending
            }
            conclude(examination, counts)
            guard examination.hasGreeted || examination.failed.contains(.helloItems) else {
                throw ExitCode(Refusal.Code.unavailable.rawValue)
            }
            if !examination.failed.isEmpty { throw ExitCode(Refusal.Code.badData.rawValue) }
        }
    }

    private func conclude(_ examination: Examination, _ counts: [Judgement.Verdict: Int]) {
        let (passed, failed, other) = (counts[.passed] ?? 0, counts[.failed] ?? 0, counts[.notApplicable] ?? 0)
        guard json else {
            return Output.text("\(passed) rules kept, \(failed) broken, \(other) not applicable.")
        }
        var line = JSONLine(type: "summary")
        line.add("device", examination.deviceName)
        line.add("passed", passed)
        line.add("failed", failed)
        line.add("not_applicable", other)
        Output.json(line)
    }
}

extension Judgement {
    /// For programs.
    fileprivate var line: JSONLine {
        var line = JSONLine(type: "rule")
        line.add("rule", rule.rawValue)
        line.add("section", rule.section)
        line.add("verdict", verdict.rawValue)
        line.add("saw", saw)
        if let mend { line.add("mend", mend.asCommand) }
        return line
    }

    /// For people: the verdict, the section, the rule, what was seen, and below it what to change.
    fileprivate var lines: String {
        let mark =
            switch verdict {
            case .passed: "passed"
            case .failed: "FAILED"
            case .notApplicable: "–     "
            }
        return Output.verdict(mark, [("§" + rule.section, 6), (rule.title, 36)], saw: saw, mend: mend?.asCommand)
    }
}
