import Foundation

/// How the weights follow their gradient.
public struct OptimiserOptions: Sendable, Equatable {
    /// Largest learning rate; it rises over `warmUp` and falls along a cosine to a hundredth (Loshchilov and Hutter 2017).
    public var learningRate = 0.004
    /// Fraction of all steps during which the learning rate rises.
    public var warmUp = 0.05
    /// Decoupled from the gradient; biases are left alone.
    public var weightDecay = 0.02
    /// Gradients with a larger norm are clipped to this (Pascanu, Mikolov and Bengio 2013).
    public var gradientNorm = 1.0
    /// What the running average of the weights keeps at each step; 0 to keep the last weights themselves.
    public var averaging = 0.99

    public init() {}

    /// The learning rate of one step.
    package func learningRate(step: Int, of steps: Int) -> Double {
        let rising = max(1, warmUp * Double(steps))
        let position = Double(step)
        if position < rising { return learningRate * min(1, (position + 1) / rising) }
        let way = min(1, (position - rising) / max(1, Double(steps) - rising))
        return learningRate * (0.01 + 0.99 * 0.5 * (1 + cos(.pi * way)))
    }
}
