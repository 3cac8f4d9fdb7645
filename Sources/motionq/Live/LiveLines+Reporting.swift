import Formatting
import LiveLoop
import MotionCore
import MotionQWorkshop
import WireProtocol

extension LiveLines: LiveReporter {
    /// Lines on standard output.
    convenience init(
        labels: [String], showsSamples: Bool = false, iron: @escaping (HelloMessage) -> IronCorrection? = { _ in nil },
        voice: Voice = Voice()
    ) {
        self.init(labels: labels, showsSamples: showsSamples, iron: iron, wording: CommandWording(), write: voice.json)
    }

    func conclude(_ statistics: LiveStatistics, shadows: Bool, _ refusal: Refusal?) {
        if let refusal {
            var line = JSONLine(type: "error")
            line.add("code", Int(refusal.code.rawValue))
            line.add("reason", refusal.description)
            write(line)
        }
        write(summary(statistics, shadows: shadows))
    }
}
