public import Foundation
import Models
import Recordings

extension MotionModel {
    /// The windows of a recording, computed as they are asked for, sample by sample, as they would be live: it is cut where samples
    /// are missing, and brought to the model's rate.
    ///
    /// - Parameters:
    ///   - url: CSV as the README has it or the book's 14 columns, plain or packed with gzip. Each session is a stream of its own.
    ///   - options: how probabilities become events; nil: as the model has it.
    /// - Throws: what is wrong with the file, a quantity that it lacks, or a session whose rate cannot be that of motion.
    public func windows(
        ofRecordingAt url: URL, options: MotionOptions? = nil
    ) throws(MotionError) -> RecordedWindows {
        let path = try url.filePath(else: .recording)
        let recording: Recording
        do throws(RecordingError) {
            var reader = RecordingReader()
            let inputs = live.description.inputs
            reader.channels = .named(WantedChannels(inputs.recordedChannels, needed: inputs.read, usual: inputs.usual))
            recording = try reader.read(path)
            try recording.requirePlausibleRates(for: rate, window: windowLength)
        } catch {
            throw MotionError(error)
        }
        let inputs = live.description.inputs
        let names = inputs.recordedChannels.quantityNames
        return RecordedWindows(
            model: self, sessions: recording.sessions, columns: inputs.compactMap { names.firstIndex(of: $0.name) },
            derives: inputs.derives, options: options ?? self.options)
    }
}

/// The windows of a recording, in the order of time. Each pass over it begins at the beginning. A label that is active when its
/// session ends is not left: nothing follows that could say so.
public struct RecordedWindows: Sequence {
    let model: MotionModel
    let sessions: [RecordedSession]
    let columns: [Int]
    /// Whether the model reads what an orientation filter tells.
    let derives: Bool
    let options: MotionOptions

    /// Begins at the beginning.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// Computes one window after the other.
    public final class Iterator: IteratorProtocol {
        private let windows: RecordedWindows
        private var session = 0
        /// What is left of the session, and the sample of its first stretch that comes next.
        private var stretches: ArraySlice<EvenStretch>?
        private var sample = 0
        private var recogniser: MotionRecogniser?
        private var values: [Double]

        init(_ windows: RecordedWindows) {
            self.windows = windows
            values = Array(repeating: 0, count: windows.columns.count)
        }

        /// The next window; nil after the last one.
        public func next() -> MotionWindow? {
            while session < windows.sessions.count {
                if let window = nextOfSession(windows.sessions[session]) { return window }
                session += 1
                stretches = nil
                recogniser = nil
            }
            return nil
        }

        /// Nil at the session's end.
        private func nextOfSession(_ session: RecordedSession) -> MotionWindow? {
            // The stamps tell the time; the rate is asked of nobody.
            let recogniser = recogniser ?? MotionRecogniser(windows.model, assuming: 1, options: windows.options)
            self.recogniser = recogniser
            var left = stretches ?? session.evenStretches(at: windows.model.rate, derives: windows.derives)[...]
            defer { stretches = left }
            while let stretch = left.first?.session {
                if let window = nextWindow(of: stretch, from: session.timestamps[0], recogniser) { return window }
                left.removeFirst()
                sample = 0
                recogniser.restart()
            }
            return nil
        }

        /// Nil at the stretch's end.
        private func nextWindow(
            of stretch: RecordedSession, from start: Double, _ recogniser: MotionRecogniser
        ) -> MotionWindow? {
            while sample < stretch.count {
                values = stretch.quantities(windows.columns, at: sample)
                let time = (stretch.timestamps[sample] - start) / 1000
                sample += 1
                if let window = recogniser.window(of: values.span, at: time, session: stretch.name) { return window }
            }
            return nil
        }
    }
}
