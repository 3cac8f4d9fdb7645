import Models
import Recordings
import SignalProcessing

/// Recordings as calibration wants them: cut at gaps, at the model's rate.
struct CalibrationSessions {
    private(set) var sessions: [RecordedSession] = []
    private(set) var remarks: [Conversion.Remark] = []
    /// The model's, or else the recordings', rounded to hundredths of a hertz.
    let rate: Double?

    init(_ recordings: [Recording], for model: ModelDescription) throws(ConversionError) {
        var rate = model.rate
        if rate == nil, let found = try Self.commonRate(of: recordings) {
            rate = (found * 100).rounded() / 100
            remarks.append(.rateTaken(found))
        }
        self.rate = rate
        let choice = ChannelChoice.read(by: model.inputs)
        var recorded: [RecordedSession] = []
        for recording in recordings {
            do throws(RecordingError) {
                recorded += try recording.selecting(choice).sessions
            } catch {
                throw .recording(error)
            }
        }
        var resampled = 0
        for session in recorded {
            if let found = session.rate, session.count >= model.window,
                !Resampler.isPlausible(found, to: rate ?? found)
            {
                throw .implausibleRate(session: session.name, rate: found)
            }
            let stretches = session.holdingMissing(rate: session.rate ?? rate ?? 1).stretches()
            let atRate = stretches.map { piece in rate.map { piece.resampled(to: $0) } ?? piece }
            resampled += atRate != stretches ? 1 : 0
            sessions += model.inputs.derives ? Self.derived(atRate, rate: rate ?? session.rate) : atRate
        }
        if resampled > 0, let rate { remarks.append(.resampled(sessions: resampled, of: recorded.count, rate: rate)) }
        if rate == nil { remarks.append(.noRate) }
    }

    /// With what an orientation filter tells of the stretches of a session.
    private static func derived(_ stretches: [RecordedSession], rate: Double?) -> [RecordedSession] {
        var filter = OrientationFilter(rate: rate ?? 1)
        return stretches.map { stretch in
            var stretch = stretch
            filter.restart()
            stretch.derive(with: &filter)
            return stretch
        }
    }

    /// The one rate of all sessions, within the tolerance of clocks; nil if no session has one.
    private static func commonRate(of recordings: [Recording]) throws(ConversionError) -> Double? {
        var known: ConversionError.RateOfRecording?
        for recording in recordings {
            for rate in recording.sessions.compactMap(\.rate) {
                guard let first = known else {
                    known = .init(path: recording.path, rate: rate)
                    continue
                }
                guard !Resampler.agree(rate, first.rate) else { continue }
                throw .rates(first, .init(path: recording.path, rate: rate))
            }
        }
        return known?.rate
    }
}
