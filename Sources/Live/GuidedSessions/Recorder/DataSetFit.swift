import Files
import Formatting
import LiveLoop
import MotionCore
public import Recordings
import SignalProcessing

/// What the recordings of a folder were measured like, which more of them must be, too.
public struct DataSetFit: Sendable {
    /// Where it is from, for messages; nil if there is nothing yet.
    private let source: String?
    /// Samples per second; nil if nobody knows.
    public let rate: Double?
    /// By the channels' names; larger than the sensor tells from smaller.
    private let fullScales: [String: Double]

    /// Ranges that are closer than this are the same: what rounding makes of them.
    private static let tolerance = 0.02

    /// Of a folder without recordings.
    public init() {
        (source, rate, fullScales) = (nil, nil, [:])
    }

    /// Looks at the first recording of a folder, and at the sidecar beside it. A folder that is not there has none.
    ///
    /// - Throws: a recording that cannot be read.
    public init(folder: String) throws(RecordingError) {
        guard FileKind(at: folder) != nil, let path = try? recordingFiles(at: [folder]).first else {
            (source, rate, fullScales) = (nil, nil, [:])
            return
        }
        source = path
        let measure = SidecarMeasure(besideRecordingAt: path)
        fullScales = Dictionary(measure?.channels?.map { ($0.name, $0.full_scale) } ?? [], uniquingKeysWith: { first, _ in first })
        if let rate = measure?.rate {
            self.rate = rate
        } else {
            rate = try RecordingReader().stream(path).next()?.session.rate
        }
    }

    /// - Throws: what does not fit, and the mend.
    func check(_ sensor: SensorDescription) throws(RecorderError) {
        guard let source else { return }
        let found = Double(sensor.rate)
        if let rate, !Resampler.agree(found, rate) {
            throw .misfit(
                "the device samples at \(Self.number(found)) Hz, \(printable(source)) was recorded at \(Self.number(rate)) Hz: set the "
                    + "device to that rate, or record into another folder")
        }
        for (index, name) in sensor.channelNames.enumerated() {
            let scale = Double(sensor.channels[index].fullScale)
            guard let known = fullScales[name], known > 0, scale > 0, abs(scale / known - 1) > Self.tolerance else { continue }
            throw .misfit(
                "the device measures \(name) up to \(Self.number(scale)), \(printable(source)) was recorded with up to "
                    + "\(Self.number(known)): set its range to that, or record into another folder")
        }
    }

    private static func number(_ value: Double) -> String { String(printing: "%.4g", value) }
}
