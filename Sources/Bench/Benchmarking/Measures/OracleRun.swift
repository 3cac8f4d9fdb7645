import Models
import Quantization

/// Whole windows through the readable float64 network.
final class OracleRun {
    private let network: FloatNetwork
    private let windows: [[Double]]
    private var next = 0

    init(_ network: FloatNetwork, _ subject: BenchmarkSubject) {
        self.network = network
        let size = subject.windowSize
        windows = (0..<subject.windowCount).map { subject.floatInputs[$0 * size..<($0 + 1) * size].map(Double.init) }
    }

    func run(_ count: Int) -> UInt64 {
        var sum: UInt64 = 0
        for _ in 0..<count { sum = sum &* 31 &+ (probabilities(next)[0]).bitPattern }
        return sum
    }

    /// Probabilities of the first windows, `[n × C]`.
    func probabilities(windows: Int) -> [Double] {
        (0..<windows).flatMap { probabilities($0) }
    }

    private func probabilities(_ window: Int) -> [Double] {
        var state = FloatState(zeroFor: network)
        next = window + 1 == windows.count ? 0 : window + 1
        return network.predict(window: windows[window], state: &state)
    }
}
