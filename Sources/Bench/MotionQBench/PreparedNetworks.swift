import Foundation
import ModelImport
import Models
import Quantization

/// The networks that were asked for so far, each read and quantized once. A caller holds its lock.
package final class PreparedNetworks: @unchecked Sendable {
    let lock = NSLock()
    private let folder: String?
    private var whole: [String: TimedWindows] = [:]
    private var stepping: [String: TimedSteps] = [:]

    /// - Parameter folder: of `<shape>.safetensors`; without one, or with an empty name, every shape is refused.
    package init(folder: String?) { self.folder = folder == "" ? nil : folder }

    /// The network of a shape for whole windows.
    ///
    /// - Parameter first: `count` × T × F floats; on a shape's first call the formats are fitted to them.
    package func windows(shape name: String, first: UnsafePointer<Float>, count: Int) throws -> TimedWindows {
        if let known = whole[name] { return known }
        let model = try model(name)
        let windows = Array(UnsafeBufferPointer(start: first, count: count * model.description.window * model.network.inputs))
        let timed = try TimedWindows(model, fittedTo: windows)
        whole[name] = timed
        return timed
    }

    /// The first layer of a shape's network, sample by sample.
    ///
    /// - Parameter first: `count` × F floats; on a shape's first call the formats are fitted to them.
    package func steps(shape name: String, first: UnsafePointer<Float>, count: Int) throws -> TimedSteps {
        if let known = stepping[name] { return known }
        let network = try model(name).network
        let samples = Array(UnsafeBufferPointer(start: first, count: count * network.inputs))
        let timed = try TimedSteps(network, fittedTo: samples)
        stepping[name] = timed
        return timed
    }

    private func model(_ name: String) throws -> FloatModel {
        guard let shape = BenchmarkShape.named(name) else {
            let known = BenchmarkShape.all.map(\.name).joined(separator: ", ")
            throw Unusable(description: "there is no shape “\(name)”; there are \(known)")
        }
        guard let folder else {
            throw Unusable(description: "MOTIONQ_BENCH_MODELS must name the folder of \(name).safetensors")
        }
        let overrides = ImportOverrides(
            labels: shape.labels, window: shape.window, hop: shape.hop, inputs: shape.featureNames.map { InputFeature(name: $0) })
        let model = try PyTorchImporter.model(fromFileAt: "\(folder)/\(name).safetensors", overrides: overrides)
        guard model.network.lstm.map(\.units) == shape.units else {
            throw Unusable(description: "\(folder)/\(name).safetensors has other layers than shape \(name)")
        }
        return model
    }
}

/// Why nothing could be timed.
private struct Unusable: Error, CustomStringConvertible {
    let description: String
}
