import Foundation
import Recordings
import TestSupport

/// Tables as other programs write them, in a folder of a test.
struct ForeignWorld {
    let motionq: Motionq

    init() throws { motionq = try Motionq() }

    func remove() { motionq.remove() }

    /// - Parameter row: of a number.
    func table(_ name: String, header: String? = nil, rows: Int = 400, _ row: (Int) -> String) throws -> String {
        let path = motionq.path(name)
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try ((header.map { [$0] } ?? []) + (0..<rows).map(row)).joined(separator: "\n")
            .write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// Six values of gentle motion in g and rad/s.
    static func motion(_ sample: Int) -> [Double] {
        let time = Double(sample) / 50
        return [0.3 * sin(5 * time), 0.2, 0.9, cos(4 * time), 0.1, -0.2]
    }

    func convert(_ arguments: String..., to folder: String = "out") throws -> Motionq.Result {
        try motionq.start(["dataset", "convert"] + arguments + ["-o", motionq.path(folder)]).wait()
    }

    func written(_ folder: String = "out") throws -> [String: Recording] {
        let names = try FileManager.default.contentsOfDirectory(atPath: motionq.path(folder))
        return Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try RecordingReader().read(motionq.path("\(folder)/\($0)"))) })
    }
}

func spelled(_ values: some Sequence<Double>, _ separator: String) -> String {
    values.map { String(format: "%.6f", $0) }.joined(separator: separator)
}
