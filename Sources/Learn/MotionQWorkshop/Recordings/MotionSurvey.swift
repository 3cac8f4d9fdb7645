package import Formatting
package import Models
import MotionCore
package import Recordings

/// Compares recordings with the motion that a model learned from, each person's by itself.
package struct MotionSurvey {
    private let known: KnownMotion
    private let rate: Double
    /// In the order in which they came.
    private var names: [String] = []
    private var watches: [String: MotionWatch] = [:]

    /// - Returns: nil for a model that does not tell what it learned from.
    package init?(_ model: Model) {
        guard let known = model.knownMotion, model.description.strokes == nil else { return nil }
        self.known = known
        rate = model.description.rate ?? known.rate
    }

    /// - Parameters:
    ///   - session: at the model's rate, without gaps.
    ///   - name: whose it is, or of which file.
    ///   - isContinuation: it goes on where the last one of this name ended.
    package mutating func add(_ session: RecordedSession, of name: String, isContinuation: Bool = false) {
        if watches[name] == nil { names.append(name) }
        var watch = watches.removeValue(forKey: name) ?? MotionWatch(known, rate: rate)
        if !isContinuation { watch.interrupt() }
        guard let session = session.motion else { return }
        session.values.withUnsafeBufferPointer { values in
            for first in stride(from: 0, to: session.count * 6, by: 6) {
                let acceleration = SIMD3<Double>(Double(values[first]), Double(values[first + 1]), Double(values[first + 2]))
                let rotation = SIMD3<Double>(Double(values[first + 3]), Double(values[first + 4]), Double(values[first + 5]))
                guard !acceleration.sum().isNaN else {
                    watch.interrupt()
                    continue
                }
                _ = watch.push(acceleration: acceleration, rotation: rotation.sum().isNaN ? .zero : rotation)
            }
        }
        watches[name] = watch
    }

    /// A sentence for each whose motion is not what the model learned from.
    package var findings: [Sentence] {
        names.compactMap { name in
            guard let watch = watches[name], let (count, verdict) = watch.summary, let reason = verdict.reason else { return nil }
            let share = "\(count) of \(Numbers.count(watch.stretches, "stretch", "stretches"))"
            return "\(printable(name)): \(share) of ten seconds are not what the model learned from: \(reason)"
        }
    }
}
