import LiveLoop
public import Models
import Recordings

/// A network that recognises motion, and what it is for: the labels that it tells apart, and what it reads.
///
///     let model = try MotionModel(fromFileAt: "gesture.safetensors")
///     for window in try model.windows(ofRecordingAt: "walk.csv") { print(window) }
///
/// Copies share the weights, which any number of recognisers may run at a time.
public struct MotionModel: Sendable {
    let live: LiveModel
    /// How its probabilities become events unless somebody says otherwise: what was chosen for it on recordings, or the defaults.
    public let options: MotionOptions

    /// Reads and checks a model file that this package wrote. Nothing in it is trusted.
    ///
    /// - Parameters:
    ///   - path: the model file.
    ///   - wearer: of a model that reads each channel as a share of its wearer's own range: a recording in which the wearer moves
    ///     every channel from one end to the other. Without it `LiveMotion` learns the range in its first seconds.
    /// - Throws: what is wrong with the files, or that the model holds no Q15 network.
    public init(fromFileAt path: String, wearer: String? = nil) throws(MotionError) {
        var model: Model
        do throws(ModelFileError) {
            model = try Model(readingQuantizedNetworkAt: path)
        } catch {
            throw MotionError(error)
        }
        if let wearer {
            do throws(RecordingError) {
                let usual = model.description.inputs.usual
                model = model.worn(in: try Wearer(readingFilesAt: [wearer], usual: usual).ranges)
            } catch {
                throw MotionError(error)
            }
        }
        try self.init(model, named: path)
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

    /// What it tells apart, in the order of a window's probabilities.
    public var labels: [String] { live.description.labels }
    /// The label that means “nothing happens”, if there is one. It never makes an event.
    public var restLabel: String? { live.description.restLabel }
    /// Samples per second that it was made for; nil if nobody said.
    public var rate: Double? { live.description.rate }
    /// Samples in a window, and samples between the starts of two windows.
    public var windowLength: Int { live.description.window }
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

/// One quantity that a network reads.
public struct MotionInput: Sendable, Equatable, CustomStringConvertible {
    /// `ax`, `ay`, `az`, `gx`, `gy` or `gz`.
    public let name: String
    /// `g` or `rad/s`.
    public let unit: String

    public var description: String { "\(name) in \(unit)" }
}
