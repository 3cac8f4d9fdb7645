import Formatting
import LiveLoop
import MotionCore

extension DecisionReason {
    /// Why a window led to what it did, for whoever looks at it.
    ///
    /// - Parameter parameters: how the run decides.
    func sentence(labels: [String], by parameters: DecisionParameters) -> String {
        func name(_ label: Int) -> String { "“\(labels.indices.contains(label) ? labels[label] : "?")”" }
        func share(_ probability: Int16) -> String { String(printing: "%.2f", Double(probability) / 32767) }
        func times(_ ratio: Int32) -> String { String(printing: "%.2g", Double(ratio) / 4096) }
        func inBits(_ bits: Int32) -> String { String(printing: "%.1f", Double(bits) / 256) }
        let average = parameters.smoothing > 1 ? " on average of \(parameters.smoothing) windows" : ""
        switch self {
        case .entered(let label, let score, let rival, let other):
            let before = rival.map { ", and \(times(parameters.enterRatio)) times \(name($0)) with \(share(other)) or more" } ?? ""
            return "\(name(label)) began: \(share(score))\(average), \(share(parameters.threshold)) or more\(before)"
        case .proven(let label, let bits, let needed):
            return "\(name(label)) began: \(inBits(bits)) bits of evidence, \(inBits(needed)) are enough"
        case .held(let label): return "\(name(label)) goes on: nothing else is \(times(parameters.exitRatio)) times as probable"
        case .left(let label, let score, let rival, let other):
            return "\(name(label)) ended: \(rival.map(name) ?? "another") has \(share(other))\(average), "
                + "\(times(parameters.exitRatio)) times its \(share(score)) or more"
        case .rest(let score):
            return "nothing began: \(name(parameters.restLabel ?? -1)) is the most probable, with \(share(score))\(average)"
        case .belowThreshold(let label, let score):
            return "nothing began: \(name(label)) has \(share(score))\(average), and \(share(parameters.threshold)) are needed"
        case .quiet(let label, let left):
            return "nothing began: \(name(label)) would, but something ended a moment ago, and for "
                + String(printing: "%.2f", Double(left) / 1e6) + " s more nothing begins"
        case .tooClose(let label, let score, let rival, let other):
            return "nothing began: \(name(label)) with \(share(score)) is not \(times(parameters.enterRatio)) times as probable as "
                + "\(name(rival)) with \(share(other))"
        case .unproven(let label, let bits, let needed):
            return "nothing began: \(name(label)) has \(inBits(bits)) bits of evidence so far, and \(inBits(needed)) are needed"
        case .unknown: return "nothing began: it is unlike all that was learned"
        }
    }
}
