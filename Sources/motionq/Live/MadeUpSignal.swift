import Foundation
import Recording

/// A signal to look at when there is no recording: a board that is tilted slowly and shaken for a second every six. Nobody moved like this.
enum MadeUpSignal {
    /// One minute at 50 Hz.
    static func recording() -> Recording {
        let rate = 50.0
        var session = RecordedSession(name: "made-up", subject: "none")
        for index in 0..<Int(60 * rate) {
            let time = Double(index) / rate
            let tilt = 0.6 * sin(2 * .pi * time / 12)
            let isShaking = time.truncatingRemainder(dividingBy: 6) > 5
            let shake = isShaking ? sin(2 * .pi * 4 * time) : 0
            let tiltRate = 0.6 * 2 * .pi / 12 * cos(2 * .pi * time / 12)
            session.timestamps.append(time * 1000)
            session.labels.append(isShaking ? "shaken" : "tilted")
            session.values += [sin(tilt) + 1.5 * shake, 0.3 * shake, cos(tilt), 2 * shake, tiltRate, 4 * shake].map { Float($0) }
        }
        return Recording(path: "made-up", sessions: [session])
    }
}
