import Files
package import MotionCore
import SignalProcessing

/// A recording that is made now: sample after sample, and a recording that can be read at any moment, also if the program is
/// killed.
package final class GrowingRecording {
    package let path: String
    /// From the first samples on: a recording without any is none.
    private var file: GrowingFile?
    private let writer = RecordingWriter()
    /// Of the session that goes on.
    private var name: String
    private let subject: String
    private let channels: NamedChannels
    /// Of the last sample, in milliseconds.
    private var time: Double?
    /// Samples that were taken and not gone back behind.
    package private(set) var samples = 0
    private var waiting = ""
    private var waitingSamples = 0
    /// Where what is derived of the axes is written as well.
    private var filter: OrientationFilter?
    /// The newest ones, where they may still be called otherwise.
    private var recent: RecentRows?

    /// A moment to go back to.
    package struct Mark {
        /// Nil: before there was a file.
        fileprivate let bytes: Int?
        fileprivate let samples: Int
    }

    /// Samples after which they are written.
    private static let most = 64

    /// With no sample yet. The file is made with the first ones.
    ///
    /// - Parameters:
    ///   - session: name of the session.
    ///   - subject: who moves.
    ///   - channels: of its samples; six axes where something is derived of them.
    ///   - keepsRows: whether samples may be relabelled, until `forgetRows`.
    ///   - rate: samples per second, if attitude, gravity and the acceleration without it are written behind the axes.
    /// - Throws: that a name cannot stand in a recording.
    package init(
        creating path: String, session: String, subject: String, channels: NamedChannels = .sixAxes, keepsRows: Bool = false,
        derivesAt rate: Double? = nil
    ) throws(RecordingError) {
        for (name, what) in [(session, "session"), (subject, "subject")] {
            guard !name.isEmpty, RecordingWriter.isPlain(name), name.utf8.count <= RowNames.longest else {
                throw .unfit(
                    path: path,
                    reason: "cannot be written: the \(what) “\(name)” is empty or too long, or has a comma, a line end "
                        + "or spaces around it; name another")
            }
        }
        if let problem = NamedChannels.problem(of: channels.names) {
            throw .unfit(path: path, reason: "cannot be written: \(problem)")
        }
        self.channels = channels
        self.path = path
        name = session
        self.subject = subject
        if keepsRows { recent = RecentRows() }
        filter = rate.map { OrientationFilter(rate: $0) }
    }

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - label: what is done in it; one that may stand in a recording.
    ///   - milliseconds: its time stamp; if that does not rise, it is moved a microsecond behind the one before.
    ///   - values: one of each channel; NaN where it has none.
    package func append(label: String, milliseconds: Double, values: [Float]) throws(RecordingError) {
        let time = time.map { max(milliseconds, $0 + 0.001) } ?? milliseconds
        self.time = time
        var sample = RecordedSession(
            name: name, subject: subject, labels: [label], timestamps: [time], values: values, channels: channels)
        if var filter {
            sample.derive(with: &filter)
            self.filter = filter
        }
        waiting += line(sample)
        recent?.append(sample)
        waitingSamples += 1
        samples += 1
        if waitingSamples >= Self.most { try write() }
    }

    private var header: String { filter == nil ? RecordingWriter.header(of: channels) : RecordingWriter.longHeader }

    private func line(_ sample: RecordedSession) -> String { writer.rows(0..<1, of: sample, isLong: filter != nil) }

    /// Gives what was added to the system, which keeps it.
    package func write() throws(RecordingError) {
        guard waitingSamples > 0 else { return }
        defer { (waiting, waitingSamples) = ("", 0) }
        do throws(FileError) {
            if let file {
                try file.append(waiting)
            } else {
                file = try GrowingFile(creating: path, with: header + waiting)
            }
        } catch {
            throw RecordingError(error)
        }
        recent?.bound(before: samples, bytes: file?.count)
    }

    /// Writes what is not written yet, and waits for the disk.
    package func flush() throws(RecordingError) {
        try write()
        do throws(FileError) { try file?.flush() } catch { throw RecordingError(error) }
    }

    /// This moment.
    package func mark() throws(RecordingError) -> Mark {
        try write()
        return Mark(bytes: file?.count, samples: samples)
    }

    /// Takes out what was added since. Time does not go back: where samples were, there is a gap.
    package func back(to mark: Mark) throws(RecordingError) {
        (waiting, waitingSamples) = ("", 0)
        samples = mark.samples
        recent?.forget(from: mark.samples, bytes: mark.bytes)
        guard let bytes = mark.bytes else { return discard() }
        do throws(FileError) { try file?.back(to: bytes) } catch { throw RecordingError(error) }
    }

    /// What follows does not follow what came before: it is a session of its own, whose time begins anew.
    package func begin(session: String) throws(RecordingError) {
        try write()
        name = session
        time = nil
        filter?.restart()
        recent?.forget(from: samples, bytes: file?.count)
    }

    /// Samples before this one keep their labels.
    package func forgetRows(before sample: Int) { recent?.forget(before: sample) }

    /// Calls samples otherwise, all or nothing: a program that is killed leaves all of them called the old way or the new.
    ///
    /// - Parameter samples: by their number in the recording; none of them forgotten.
    /// - Returns: the moment before the first of them, and the time stamps of the first and the last in milliseconds.
    package func relabel(
        _ samples: Range<Int>, as label: String
    ) throws(RecordingError) -> (mark: Mark, time: ClosedRange<Double>) {
        try write()
        guard var rows = recent, let file, let end = rows.relabel(samples, as: label) else { preconditionFailure("rows are kept") }
        var pieces = end.pieces.map { piece in piece.map(line).joined() }
        if end.bytes == nil { pieces[0] = header + pieces[0] }
        do throws(FileError) {
            let counts = try file.replaceEnd(from: end.bytes ?? 0, with: pieces)
            rows.bound(before: samples.lowerBound, bytes: counts[0])
            rows.bound(before: samples.upperBound, bytes: counts[1])
        } catch {
            throw RecordingError(error)
        }
        recent = rows
        let isFirst = end.bytes == nil && end.pieces[0].isEmpty
        return (Mark(bytes: isFirst ? nil : rows.bytes(before: samples.lowerBound), samples: samples.lowerBound), end.time)
    }

    /// Ends it. Of one without a sample nothing is left.
    package func finish() throws(RecordingError) {
        guard samples > 0 else { return discard() }
        try write()
        do throws(FileError) { try file?.finish() } catch { throw RecordingError(error) }
    }

    /// Removes it.
    package func discard() {
        file?.discard()
        file = nil
    }
}
