import Foundation
import MotionCore
import Synchronization

/// The windowed sinc that band-limits a signal and reads it between its samples, tabulated once per ratio of rates.
///
/// A Kaiser window (Kaiser and Schafer, "On the use of the I0-sinh window for spectrum analysis", 1980) with its usual design
/// rules: β = 0.1102 (A − 8.7), length = (A − 7.95) / (2.285 Δω). The stop band starts at the lower of the two Nyquist
/// frequencies, so that nothing folds back, and the pass band ends at 80 % of it.
struct ResamplingKernel {
    /// Attenuation of the stop band in dB. Ten more than promised: the design rules are approximations, and reading between the
    /// table's entries adds an error near −94 dB.
    private static let attenuation = 70.0
    /// Width of the transition, as a part of the lower Nyquist frequency.
    private static let transition = 0.2
    /// Table entries per source sample.
    private static let resolution = 512.0

    /// Distance from the centre, in source samples, beyond which every weight is 0.
    let reach: Double
    /// Weights at distances of 0, 1, 2 … `resolution`-ths of a source sample, and then a 0.
    private let table: [Double]

    /// The one that was asked for last. Sessions of a data set come at one rate, and to tabulate takes longer than to resample a
    /// second of them.
    private static let last = Mutex<(ratio: Double, kernel: ResamplingKernel)?>(nil)

    /// - Parameter ratio: source samples per new sample.
    static func of(ratio: Double) -> ResamplingKernel {
        if let known = last.withLock({ $0 }), known.ratio == ratio { return known.kernel }
        let kernel = ResamplingKernel(ratio: ratio)
        last.withLock { $0 = (ratio, kernel) }
        return kernel
    }

    private init(ratio: Double) {
        let nyquist = 0.5 * min(1, 1 / ratio)
        let width = Self.transition * nyquist
        let cutoff = nyquist - width / 2
        let beta = 0.1102 * (Self.attenuation - 8.7)
        let reach = (Self.attenuation - 7.95) / (2.285 * 2 * Double.pi * width) / 2
        let top = Self.bessel(beta)
        self.reach = reach
        table =
            (0...Int(saturating: reach * Self.resolution)).map { index in
                let distance = Double(index) / Self.resolution
                let angle = 2 * Double.pi * cutoff * distance
                let sinc = index == 0 ? 1 : sin(angle) / angle
                let inside = max(0, 1 - (distance / reach) * (distance / reach))
                return sinc * Self.bessel(beta * inside.squareRoot()) / top
            } + [0, 0]
    }

    /// The weight of a source sample that is so many source samples away; not normalised.
    ///
    /// - Parameter distance: from −`reach` to `reach`.
    func weight(at distance: Double) -> Double {
        let place = abs(distance) * Self.resolution
        let index = Int(saturating: place)
        return table[index] + (place - Double(index)) * (table[index + 1] - table[index])
    }

    /// The modified Bessel function I0, by its power series.
    private static func bessel(_ x: Double) -> Double {
        var term = 1.0
        var sum = 1.0
        var order = 1.0
        while term > 1e-17 * sum {
            term *= (x / 2 / order) * (x / 2 / order)
            sum += term
            order += 1
        }
        return sum
    }
}
