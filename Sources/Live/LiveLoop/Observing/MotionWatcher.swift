package import Models
import MotionCore
import WireProtocol

/// Stands before another observer and tells it when a device's motion is not what the model learned from: at once of what people's
/// motion never looks like, and the second time in a row of how a sensor sits or is set; of each once.
package final class MotionWatcher: RelayingObserver {
    package let shown: any LiveObserver
    private let known: KnownMotion
    private var watch: (motion: MotionWatch, axes: ChannelReader)?
    private var statistics = LiveStatistics()
    private var last = Misreading.none
    private var told: Set<Misreading> = []

    package init(_ known: KnownMotion, shown: any LiveObserver) {
        (self.known, self.shown) = (known, shown)
    }

    package var wantsSamples: Bool { true }

    package func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        self.statistics = statistics
        switch change {
        case .session(let hello):
            watch = (MotionWatch(known, rate: Double(hello.sensor.rate)), ChannelReader(hello.sensor, channels: .sixAxes))
        case .gap, .restarted, .disconnected: watch?.motion.interrupt()
        default: break
        }
        shown.linkChanged(change, statistics: statistics)
    }

    package func samplesReceived(_ samples: LiveSamples) {
        if let axes = watch?.axes {
            for index in 0..<samples.count {
                let values = axes.values(of: samples, at: index).map { Double($0) }
                let verdict = watch?.motion.push(
                    acceleration: [values[0], values[1], values[2]], rotation: [values[3], values[4], values[5]])
                if let verdict { hear(verdict) }
            }
        }
        if shown.wantsSamples { shown.samplesReceived(samples) }
    }

    private func hear(_ verdict: KnownMotion.Verdict) {
        let misreading = verdict.misreading
        defer { last = misreading }
        guard misreading != .none, !told.contains(misreading), misreading == last || misreading.kind.isPlain else { return }
        told.insert(misreading)
        shown.linkChanged(.unlikeLearned(verdict), statistics: statistics)
    }
}
