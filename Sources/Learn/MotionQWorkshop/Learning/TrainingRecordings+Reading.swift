import Formatting
import Models
import MotionCore
import Recordings
import SignalProcessing

extension TrainingRecordings {
    /// Reads everything and takes it apart.
    ///
    /// - Parameters:
    ///   - form: of strokes; nil for windows every hop.
    ///   - settings: what the network reads.
    ///   - remark: hears of recordings that look like the counts of a sensor.
    func parts(_ form: StrokeForm?, _ settings: LearningSettings, remark: (TrainingRemark) -> Void) throws -> TrainingParts {
        let derives = settings.derives
        guard !derives || form == nil else {
            throw RequestError(
                .usage,
                "whole strokes are read without their orientation: name channels with \(.inputs), or leave out \(.strokes)")
        }
        let whole = try dataSet(form, settings, remark: remark)
        if derives { try Self.requireGravity(of: whole) }
        let tested = try names(testSubjects, of: whole)
        let validating = try names(validation.subjects, of: whole)
        // Whoever validates is not learned from, also if the list of the others names them.
        let named = try names(subjects, of: whole)
        let learned = named.isSubset(of: validating) ? named : named.subtracting(validating)
        for (part, others) in [("validation", validating), ("test", tested)] {
            if let name = learned.intersection(others).min() { throw DataSetError.inBoth(subject: name, part: part) }
        }
        if let name = validating.intersection(tested).min() { throw Self.twice(name) }
        var training = tested.isEmpty ? whole : try whole.split(.bySubject(validation: tested)).training
        var judges: DataSet?
        var way: TrainingParts.Way?
        if let (rule, kind) = validation.split(validating) {
            // Nobody is named to validate: those who are not learned from do not either.
            if validation.isOfEveryone, !learned.isEmpty { training = training.selecting(subjects: learned) }
            let parts = try training.split(rule)
            (training, judges, way) = (parts.training, parts.validation, kind)
        } else if case .recordings(let others) = validation {
            (judges, way) = (try dataSet(others, like: whole), .subjects)
        }
        if !learned.isEmpty { training = training.selecting(subjects: learned) }
        let test = tested.isEmpty ? nil : whole.selecting(subjects: tested)
        if case .recordings = validation, let judges {
            try DataSet.checkDisjoint(training, judges)
            if let name = test?.subjects.first(where: judges.subjects.contains) { throw Self.twice(name) }
        }
        try training.checkTrainable()
        return TrainingParts(training: training, validation: judges, test: test, way: way)
    }

    private static func requireGravity(of data: DataSet) throws(RequestError) {
        guard let session = data.sessions.first(where: { !CollectionOfOne($0).haveGravity }) else { return }
        throw RequestError(
            .badData,
            "session \(printable(session.name)) has no gravity in its acceleration, so that nothing can be told from it"
                + "\(remedy: "leave it out, or learn from ax, ay, az, gx, gy, gz (\(.inputs))")")
    }

    private static func twice(_ name: String) -> RequestError {
        RequestError(.badData, "subject \(name) is to validate and to be tested\(remedy: "choose one of the two")")
    }

    private func names(_ list: [String], of whole: DataSet) throws -> Set<String> {
        let names = spelled(list, among: whole.subjects)
        if let stranger = names.first(where: { !whole.subjects.contains($0) }) {
            throw DataSetError.unknown(kind: "subject", name: stranger, known: whole.subjects)
        }
        return Set(names)
    }

    private func dataSet(_ form: StrokeForm?, _ settings: LearningSettings, remark: (TrainingRemark) -> Void) throws -> DataSet {
        let (read, features, usual) = try recordings(settings)
        if let counts = RawCounts(in: read) { remark(.rawCounts(counts)) }
        let rule = LabelRule(kept: labels, renamed: renamed, dropped: labels == nil ? ["none"] : [])
        let found = read.lazy.flatMap(\.sessions).compactMap(\.rate).first.map(nominalRate) ?? 50
        var options: DataSet.Options
        if let form {
            let rate = rate ?? min(found, StrokeForm.usualRate)
            let window = window ?? form.window(for: read, labels: rule, rate: rate)
            options = DataSet.Options(labels: rule, rate: rate, window: window, hop: window, strokes: form, inputs: features)
        } else {
            let perSecond = rate ?? found
            let resting = LabelRule.usualRestLabels.union(settings.rest.map { [$0] } ?? [])
            let chosen = window ?? windowSeconds.map { samples($0, perSecond) }
            if chosen == nil, let strokes = LikelyStrokes(in: read, labels: rule, resting: resting) {
                remark(.likelyStrokes(strokes))
            }
            // Half of a gesture, in samples that four hops fill.
            let usual = min(perSecond * read.windowSeconds(labels: rule, resting: resting) / 4, 1024)
            let window = chosen ?? max(4, Int(saturating: usual.rounded()) * 4)
            options = DataSet.Options(
                labels: rule, rate: rate, window: window,
                hop: hop ?? hopSeconds.map { samples($0, perSecond) } ?? max(1, window / 4), mixed: dropsMixed ? .drop : .majority,
                derives: settings.derives, inputs: features)
        }
        options.usual = usual
        return try DataSet(read, options: options)
    }

    private func samples(_ seconds: Double, _ rate: Double) -> Int {
        min(max(Int(saturating: (seconds * rate).rounded()), 1), 4096)
    }

    /// The recordings with the channels that it takes to tell what the network reads, and the names of that; and what is usual with
    /// the people by whose ranges the values are normalised.
    private func recordings(
        _ settings: LearningSettings
    ) throws -> (recordings: [Recording], features: [String], usual: [String: ChannelRange]) {
        let read = try source.read(settings.channels)
        let channels = try DataSet.commonChannels(read)
        let features = settings.namedFeatures ?? channels.names
        if let stranger = features.first(where: { !channels.quantityNames.contains($0) }) {
            let known = channels.quantityNames.map(printable).joined(separator: ", ")
            throw RequestError(.usage, "\(.inputs) names “\(stranger)”, but the recordings have \(known)")
        }
        let wanted = features.map { InputFeature(name: $0) }.recordedChannels
        let selected = read.map { recording in
            Recording(path: recording.path, sessions: recording.sessions.map { $0.selecting(wanted) })
        }
        guard settings.normalisation == .person else { return (selected, features, [:]) }
        let names = PersonRanges.channels(among: features)
        guard !names.isEmpty else {
            throw RequestError(
                .badData,
                "\(.normalise) is for channels that are no motion, and there is none among "
                    + "\(features.map(printable).joined(separator: ", "))\(remedy: "leave it out")")
        }
        let ranges = PersonRanges(of: selected, channels: names)
        return (selected.normalised(by: ranges), features, ranges.usual)
    }

    /// Recordings that another data set's network is to be examined on: brought to its rate, with its classes and windows.
    private func dataSet(_ source: RecordingSource, like other: DataSet) throws -> DataSet {
        var options = other.options
        options.rate = other.rate
        options.labels.kept = other.classes
        return try DataSet(source.read(.read(by: other.inputFeatures)), options: options)
    }
}

extension ValidationChoice {
    /// The people who are named; none for other choices.
    fileprivate var subjects: [String] { if case .subjects(let names) = self { names } else { [] } }

    /// Whether some motion of everybody validates.
    fileprivate var isOfEveryone: Bool {
        switch self {
        case .everySession, .end: true
        case .none, .subjects, .sessions, .recordings: false
        }
    }

    /// How recordings are taken apart; nil if they are not, or if others validate.
    ///
    /// - Parameter validating: the people who are named, as the data spell them.
    fileprivate func split(_ validating: Set<String>) -> (Split, TrainingParts.Way)? {
        switch self {
        case .subjects: validating.isEmpty ? nil : (.bySubject(validation: validating), .subjects)
        case .sessions(let names): (.bySession(validation: Set(names)), .sessions)
        case .everySession(let every): (.bySession(every: every), .sessions)
        case .end(let share): (.byTime(last: share), .time)
        case .none, .recordings: nil
        }
    }
}
