import CMotionCore
public import Formatting
public import Models
public import MotionCore
import SignalProcessing

/// A model as constant data for a microcontroller: what `network.h` declares, `network.c` holds, and `Network.swift` says in Swift;
/// and the same as one stretch of bytes, `network.mqn`, for a device to be given later.
///
/// The numbers are those that the engine of this machine reads, in the same order; a device that runs them gets the same bits.
///
/// Files end with a line feed, and equal models give equal files.
public struct DeviceExport {
    /// Bytes of constant data, `NetworkWeights.packedBytes`: weights, shifts, biases and function tables; and of how it is taught.
    public let constantBytes: Int
    /// Bytes that say how strokes are cut; 0 if the network reads windows as they come.
    public let strokeBytes: Int
    /// Bytes that a stream of windows writes while it runs, in either engine at most: states, sums, buffers.
    public let workingBytes: Int
    /// Those of the classifier in C, on any boundary; a microcontroller needs 56 less than a host.
    public let classifierBytes: Int
    /// Bytes of the smoothed scores.
    public let decisionBytes: Int
    /// Bytes that it takes to be taught where it runs; 0 if it cannot be.
    public let teachingBytes: Int
    /// Bytes of the orientation filter that must stand before the network; 0 if none must.
    public var orientationBytes: Int { derives ? DerivedBinding.bytes : 0 }

    /// The network image, as mq_network_image.h lays it out.
    public var image: [UInt8] { networkImage.bytes }
    /// FNV-1a 64 of the whole image.
    public var imageHash: UInt64 { networkImage.hash }
    /// FNV-1a 64 of the image without its header: which network it is, whatever is decided with it.
    public var networkHash: UInt64 { networkImage.networkHash }

    let name: String
    private let writer: String
    let about: ModelDescription
    let weights: NetworkWeights
    let decision: DecisionParameters
    let inputs: [ExportedInput]
    let places: TeachablePlaces?
    private let networkImage: NetworkImage

    /// Whether an orientation filter must stand before the network on the device.
    var derives: Bool { about.inputs.derives }

    /// The channels that a device must have.
    package var channelNames: [String] {
        derives ? ["ax", "ay", "az", "gx", "gy", "gz"] : about.inputs.map(\.name)
    }

    /// - Parameters:
    ///   - name: of the model, for comments; of characters that could end or continue one only what is harmless is kept.
    ///   - decision: how the device turns scores into events; its rest label is the model's.
    ///   - writer: the program that writes the files, for their first lines.
    ///   - places: labels for the device to be taught itself, of a model that integers alone have taught. Only network.h and
    ///     network.c say how; in an image they are labels that are never named.
    /// - Throws: the network's own faults, or `ExportError` if an input is nothing that a device measures, or a decision parameter
    ///   is outside its range.
    public init(
        _ model: Model, network: QuantizedNetwork, named name: String, decision: DecisionParameters,
        writtenBy writer: String = "DeviceExport",
        places count: Int = 0
    ) throws {
        self.writer = writer
        self.name = name.map { $0.isLetter || $0.isNumber || "._- ".contains($0) ? String($0) : "_" }.joined()
        let places = count > 0 ? try TeachablePlaces(model, network: network, count: count) : nil
        var about = model.description
        if let places { about.labels = places.labels }
        self.about = about
        self.places = places
        guard about.schedule.slots <= 256 else {
            throw ExportError(
                "\(about.schedule.slots) windows are in flight at a time, and a device can name 256\(remedy: "use a longer hop")")
        }
        if let input = about.inputs.first(where: { $0.usual != nil }) {
            throw ExportError(
                "the model reads where \(input.name) is in its wearer's range, which a device does not know"
                    + "\(remedy: "make it one wearer's own with \(.wearer, "recording.csv")")")
        }
        inputs = try about.inputs.map { try ExportedInput($0, derives: about.inputs.derives) }
        guard about.strokes == nil || !about.inputs.derives else {
            throw ExportError("whole strokes are read as they are recorded; no device derives anything for them")
        }
        weights = try NetworkWeights(
            places?.network ?? network, schedule: about.schedule, statePolicy: about.statePolicy, strokes: about.strokes,
            cut: about.cut,
            features: inputs.map(\.source))
        var decision = about.strokes == nil ? decision : decision.judgingEachByItself
        decision.restLabel = about.restIndex
        self.decision = decision
        networkImage = try NetworkImage(
            weights.layers.pointee,
            inputs: inputs.map { mq_network_input(kind: $0.source.kind, offset: $0.source.offset, scale: $0.source.scale) },
            names: inputs.compactMap(\.source.name), labels: about.labels, rate: Float(about.rate ?? 0), decision: decision)
        constantBytes = weights.packedBytes + (places?.constantBytes ?? 0)
        strokeBytes = weights.strokeBytes
        teachingBytes = places?.memory(for: weights) ?? 0
        workingBytes = RecogniserMemory.windowBytes(for: weights.network)
        classifierBytes = weights.layers.pointee.classifierBytes(alignment: 64)
        // 3 for memory that begins on no word's boundary, which the C classifier takes as well.
        decisionBytes = EventStream.bytes(labels: about.labels.count, parameters: decision) + 3
    }

    /// - Throws: if no firmware takes the image, which has room for so many layers (mq_network_image.h).
    public func requireInstallable() throws(ExportError) {
        let layers = weights.layers.pointee
        guard layers.lstm_layers <= Int(MQ_IMAGE_LSTM_LAYERS), layers.dense_layers <= Int(MQ_IMAGE_DENSE_LAYERS) else {
            throw ExportError(
                "the network has \(layers.lstm_layers) LSTM and \(layers.dense_layers) dense layers; a device can be given "
                    + "\(MQ_IMAGE_LSTM_LAYERS) and \(MQ_IMAGE_DENSE_LAYERS), and a firmware built with network.c any number")
        }
        guard layers.front_layers <= Int(MQ_IMAGE_FRONT_LAYERS) else {
            throw ExportError(
                "the network has \(layers.front_layers) layers of convolution and pooling; a device can be given "
                    + "\(MQ_IMAGE_FRONT_LAYERS), and a firmware built with network.c any number")
        }
    }

    /// What all files of an export are called, the image last.
    public static let fileNames = ["network.h", "network.c", "Network.swift", "module.modulemap", "network.mqn"]

    /// File names and what is in them: the texts of `files`, and the image.
    public var contents: [(name: String, bytes: [UInt8])] {
        files.map { (name: $0.name, bytes: Array($0.text.utf8)) } + [(name: Self.fileNames[4], bytes: image)]
    }

    /// The texts among them. They name the export that they are of, so that no compiler takes files of two.
    public var files: [(name: String, text: String)] {
        let (header, data, swift) = (header, data, swift)
        let mark = "MOTIONQ_NETWORK_EXPORT_" + Self.checksum([header, data, swift]).hexadecimal
        let banner = "// \(name), written by `\(writer)`: not to be edited.\n"
        let checked = """
            #include "network.h"
            #ifndef \(mark)
            #error "network.h is of another export than network.c: run \(writer) again"
            #endif

            """
        let used = """

            extension ExportedNetwork {
                /// Not found if network.h is of another export than this file: run `\(writer)` again.
                static var export: Int32 { \(mark) }
            }

            """
        let texts = [banner + "#define \(mark) 1\n" + header, banner + checked + data, banner + swift + used, moduleMap]
        return zip(Self.fileNames, texts).map { (name: $0, text: $1) }
    }

    /// FNV-1a over the bytes of all texts.
    private static func checksum(_ texts: [String]) -> UInt64 {
        texts.joined().utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// Why a model cannot go to a device.
public struct ExportError: ExplainedError {
    public let kind = FailureKind.badData
    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    public let sentence: Sentence

    init(_ sentence: Sentence) { self.sentence = sentence }
}

/// One input of the network: what it measures, and how that is normalised.
struct ExportedInput {
    let name: String
    /// Its kind is a channel's of PROTOCOL.md §6.1, or what `OrientationFilter` tells.
    let source: NetworkFeature

    /// - Parameter derives: whether an orientation filter stands before the network.
    init(_ feature: InputFeature, derives: Bool) throws {
        name = feature.name
        guard derives else {
            source = feature.source
            let length = source.name?.utf8.count ?? 1
            guard (1...ShortText.mostBytes).contains(length) else {
                throw ExportError(
                    "the model reads “\(printable(feature.name))”, and a device's channel has a name of \(ShortText.mostBytes) bytes "
                        + "at most\(remedy: "train with a shorter one")")
            }
            return
        }
        guard let kind = OrientationFilter.kind(of: feature.name) else {
            throw ExportError(
                "the model reads “\(printable(feature.name))” beside what an orientation filter tells, and on a device that stands "
                    + "behind ax, ay, az, gx, gy, gz alone\(remedy: "train without one or the other")")
        }
        source = NetworkFeature(kind: kind, offset: feature.offset, scale: feature.scale)
    }

    /// As network.c holds names: how many bytes, then the bytes.
    var countedName: String? {
        source.name.map { name in ([UInt8(name.utf8.count)] + name.utf8).map { "\\\(octal($0))" }.joined() }
    }

    private func octal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 8)
        return String(repeating: "0", count: 3 - digits.count) + digits
    }
}
