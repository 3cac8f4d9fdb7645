import SignalProcessing

/// The rate of a data set: the one that is asked for, or the nominal rate that all sessions have.
struct CommonRate {
    private let options: DataSet.Options
    private var known: DataSetError.RateOfSession?

    init(_ options: DataSet.Options) {
        self.options = options
    }

    /// - Throws: `rates` if no rate is asked for and the session differs from those before.
    mutating func add(_ session: RecordedSession, path: String) throws(DataSetError) {
        guard options.rate == nil else { return }
        guard let rate = session.rate else { return }
        let found = DataSetError.RateOfSession(path: path, session: session.name, rate: rate)
        guard let first = known else { return known = found }
        if !Resampler.agree(rate, first.rate) { throw .rates(first, found) }
    }

    /// - Throws: `tooShort` if no session has a rate.
    func result(paths: [String]) throws(DataSetError) -> Double {
        guard let rate = options.rate ?? known.map({ nominalRate(of: $0.rate) }) else {
            throw .tooShort(paths: paths, longest: paths.isEmpty ? 0 : 1, window: options.window)
        }
        return rate
    }
}
