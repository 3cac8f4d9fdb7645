import Models
import MotionCore
import Recordings

/// A stretch of a recording around its first gesture.
enum Excerpt {
    /// A third of the stretch before the first label that is not rest, the remainder after it; nil if every label is rest.
    ///
    /// - Parameter rest: the rest label; nil if there is none. What nobody labelled is no gesture then.
    static func aroundFirstGesture(of recording: Recording, rest: String?, seconds: Double) -> RecordedSession? {
        for session in recording.sessions {
            guard let first = session.labels.firstIndex(where: { $0 != rest ?? "" }),
                let rate = session.rate.map({ min($0, ModelDescription.mostRate) })
            else {
                continue
            }
            let start = max(0, first - Int(saturating: seconds * rate / 3))
            let end = min(session.count, start + Int(saturating: seconds * rate))
            return session.part(start..<end)
        }
        return nil
    }
}
