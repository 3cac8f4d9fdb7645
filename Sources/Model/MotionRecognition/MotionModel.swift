import Formatting
public import Foundation
public import Models
import Recordings

/// A network that recognises motion, and what it is for: the labels that it tells apart, and what it reads.
///
///     let model = try MotionModel(contentsOf: modelFile)
///     for window in try model.windows(ofRecordingAt: recordingFile) { print(window) }
///
/// Copies share the weights, which any number of recognisers may run at a time.
public struct MotionModel: Sendable {
    package let live: LiveModel
    /// How its probabilities become events unless somebody says otherwise: what was chosen for it on recordings, or the defaults.
    public let options: MotionOptions

    /// Reads and checks a model file that this package wrote. Nothing in it is trusted.
    ///
    /// - Parameters:
    ///   - url: the model file, of at most 256 MB.
    ///   - wearer: of a model that reads each channel as a share of its wearer's own range: a recording in which the wearer moves
    ///     every channel from one end to the other. Without it `LiveMotion` learns the range in its first seconds.
    /// - Throws: what is wrong with the files, that the model holds no Q15 network, or that an address is no file's.
    public init(contentsOf url: URL, wearer: URL? = nil) throws(MotionError) {
        let path = try url.filePath(else: .model)
        let model: Model
        do throws(ModelFileError) { model = try Model(readingQuantizedNetworkAt: path) } catch { throw MotionError(error) }
        try self.init(model, named: path, wearer: wearer)
    }

    /// Reads and checks a model that is in memory already, such as a resource of the program's bundle; all else as with a file.
    ///
    /// - Parameters:
    ///   - data: the bytes of a model file, at most 256 MB.
    ///   - wearer: as with a file.
    /// - Throws: as with a file; the sentence names it “the model”.
    public init(data: Data, wearer: URL? = nil) throws(MotionError) {
        let model: Model
        do throws(ModelFileError) {
            model = try Model(readingQuantizedNetworkIn: Array(data), named: Self.unnamed)
        } catch {
            throw MotionError(error)
        }
        try self.init(model, named: Self.unnamed, wearer: wearer)
    }

    /// A model that this program trained or converted by itself.
    ///
    /// - Parameters:
    ///   - model: as the rooms below hold it; its Q15 network is packed, its float network is not looked at.
    ///   - name: for messages.
    /// - Throws: that it holds no Q15 network, or why that cannot run.
    public init(_ model: Model, named name: String = "the model") throws(MotionError) {
        options = model.decision.map { MotionOptions($0) } ?? MotionOptions()
        do throws(LiveModelError) { live = try LiveModel(model, named: name) } catch { throw MotionError(error) }
    }

    private init(_ model: Model, named name: String, wearer: URL?) throws(MotionError) {
        guard let wearer else {
            try self.init(model, named: name)
            return
        }
        let recording = try wearer.filePath(else: .recording)
        let worn: Model
        do throws(RecordingError) {
            worn = model.worn(in: try Wearer(readingFilesAt: [recording], usual: model.description.inputs.usual).ranges)
        } catch {
            throw MotionError(error)
        }
        try self.init(worn, named: name)
    }

    /// What messages call a model that has no file.
    private static let unnamed = "the model"

    /// What it tells apart, in the order of a window's probabilities.
    public var labels: [String] { live.description.labels }
    /// The label that means “nothing happens”, if there is one. It never makes an event.
    public var restLabel: String? { live.description.restLabel }
    /// Samples per second that it was made for; nil if nobody said.
    public var rate: Double? { live.description.rate }
    /// Samples in a window, and samples between the starts of two windows.
    public var windowLength: Int { live.description.window }
    /// Samples between the starts of two windows.
    public var hop: Int { live.description.hop }
    /// What it reads of each sample, in the order in which `MotionRecogniser.push` takes it.
    public var inputs: [MotionInput] {
        live.description.inputs.map { MotionInput(name: $0.name, unit: $0.unit.rawValue) }
    }
}

extension MotionModel: CustomStringConvertible {
    /// `rest, shake, chop from windows of 40 samples every 5 at 50 Hz, reading ax, ay, az; each from zero state`.
    public var description: String { "\(live.description)" }
}

extension URL {
    /// The path of a file's address.
    ///
    /// - Throws: that it is another address, as `code`.
    package func filePath(else code: MotionError.Code) throws(MotionError) -> String {
        guard isFileURL else {
            throw MotionError(code, "\(printable(absoluteString)) is no file; fetch it first, and give the address of the file")
        }
        return path(percentEncoded: false)
    }
}

/// One quantity that a network reads.
public struct MotionInput: Sendable, Equatable, CustomStringConvertible {
    /// `ax`, `ay`, `az`, `gx`, `gy` or `gz`.
    public let name: String
    /// `g` or `rad/s`.
    public let unit: String

    /// `ax in g`.
    public var description: String { "\(name) in \(unit)" }
}
