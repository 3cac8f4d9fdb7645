import DataSets
import Foundation
import Recordings
import TestSupport

/// Recordings of a test in a folder of their own, and what is made of them.
struct CurationWorld {
    let motionq: Motionq

    /// - Parameter texts: a recording each, in files named `0.csv`, `1.csv` …
    init(_ texts: [String]) throws {
        motionq = try Motionq()
        for (index, text) in texts.enumerated() { try write(text, "in/\(index).csv") }
    }

    func remove() { motionq.remove() }

    func write(_ text: String, _ name: String) throws {
        let path = URL(filePath: motionq.path(name))
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: path)
    }

    func survey(of folder: String = "in", rest: String? = nil, between span: TimeSpan = TimeSpan()) throws -> DataSetSurvey {
        var survey = DataSetSurvey(rest: rest, between: span, wantsCourses: true)
        for path in try recordingFiles(at: [motionq.path(folder)]) { try survey.add(RecordingReader().stream(path)) }
        return survey
    }

    /// Changes what is in `in`.
    func mend(_ change: DataSetChange, _ selection: RowSelection = RowSelection(), to folder: String = "out") throws
        -> MendedDataSet
    {
        var mended = try MendedDataSet(change, of: selection, in: survey(between: selection.span), by: RecordingReader())
        try mended.write(to: motionq.path(folder))
        return mended
    }

    func page(of folder: String = "in") throws -> String {
        try DataSetPage(survey(of: folder), of: [motionq.path(folder)], by: RecordingReader()).html
    }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: motionq.path(name))) }
    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
    func lines(_ name: String) throws -> [Substring] { try text(name).split(separator: "\n") }
    func names(_ folder: String = "out") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: motionq.path(folder)).sorted()
    }
    func read(_ name: String) throws -> [RecordedSession] { try RecordingReader().read(motionq.path(name)).sessions }

    static let header = "\(RecordedText.header)\n"

    /// Rest and swings of a second each at 50 Hz; the swing at `weak` hardly moves, and so many samples are missing after a second.
    static func swings(
        _ subject: String, swings: Int, weak: Int? = nil, lost: Int = 0, label: String = "swing"
    ) -> String {
        var text = header
        for sample in 0..<swings * 100 {
            let (swing, isRest) = (sample / 100, sample % 100 < 50)
            let strength = isRest ? 0.001 : swing == weak ? 0.05 : 1 + 0.1 * Double(swing % 4)
            let value = sample % 2 == 0 ? strength : -strength
            let time = Double(sample + (sample >= 50 ? lost : 0)) * 20
            text += "\(subject)-1,\(subject),\(isRest ? "rest" : label),\(time),\(value),0,1,0,\(value),0\n"
        }
        return text
    }
}

extension RowSelection {
    /// In one expression.
    init(
        sessions: [String] = [], labels: [String] = [], from: Double? = nil, to: Double? = nil, onlyOutliers: Bool = false
    ) {
        self.init()
        self.sessions = sessions
        self.labels = labels
        span = TimeSpan(from: from, to: to)
        self.onlyOutliers = onlyOutliers
    }
}
