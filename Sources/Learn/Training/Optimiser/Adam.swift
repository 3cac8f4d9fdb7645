import CFloatKernels
import Foundation

/// Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019), gradients clipped by their norm, and an
/// exponential average of the parameters along the way (Polyak and Juditsky 1992), which is what is evaluated and kept.
package final class Adam {
    let parameters: FloatVector
    /// The running average of `parameters`.
    package let average: FloatVector
    private(set) var step = 0
    private let kernels: TrainingKernels
    private let decayMask: FloatVector
    private let first: FloatVector
    private let second: FloatVector
    private let decay: FloatVector
    private let options: OptimiserOptions
    private static let beta1: Float = 0.9
    private static let beta2: Float = 0.999
    private static let epsilon: Float = 1e-8

    package init(_ network: TrainableNetwork, options: OptimiserOptions, kernels: TrainingKernels) {
        parameters = network.parameters
        self.options = options
        self.kernels = kernels
        decayMask = network.decayMask()
        first = FloatVector(count: parameters.count)
        second = FloatVector(count: parameters.count)
        average = FloatVector(count: parameters.count)
        decay = FloatVector(count: parameters.count)
        average.copy(from: parameters)
    }

    /// Takes one step.
    ///
    /// - Parameters:
    ///   - gradient: of the loss's sum over a batch.
    ///   - sampleWeight: that of the whole batch; the sum is divided by it.
    ///   - rate: learning rate.
    /// - Returns: the gradient's norm before clipping; not finite if training diverges, and then nothing was changed.
    package func advance(_ gradient: FloatVector, sampleWeight: Double, rate: Double) -> Double {
        let norm = kernelNorm(gradient) / sampleWeight
        guard norm.isFinite else { return norm }
        step += 1
        let clip = min(1, options.gradientNorm / max(norm, 1e-12))
        let shrink = Float(rate * options.weightDecay)
        for index in 0..<decay.count { decay[index] = shrink * decayMask[index] }
        // Early averages follow faster: the first weights are worth nothing.
        let follow = max(1 - options.averaging, 1 / (1 + Double(step) / 2))
        let time = Double(step)
        let correction = (1 - pow(Double(Self.beta2), time)).squareRoot() / (1 - pow(Double(Self.beta1), time))
        kernels.c.adam(
            parameters.start, first.start, second.start, average.start, gradient.start, decay.start, parameters.count,
            Float(clip / sampleWeight), Float(rate * correction), Self.beta1, Self.beta2, Self.epsilon, Float(follow))
        return norm
    }

    private func kernelNorm(_ gradient: FloatVector) -> Double {
        var sum = 0.0
        for index in 0..<gradient.count { sum += Double(gradient[index]) * Double(gradient[index]) }
        return sum.squareRoot()
    }
}
