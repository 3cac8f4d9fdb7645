import Foundation

/// The C interface through which programs that time several libraries side by side (docs/results/BENCHMARKS.md) call this one.
///
/// Networks come from `$MOTIONQ_BENCH_MODELS/<shape>.safetensors`, PyTorch state dicts in float32, and are quantized on a shape's
/// first call; the variable is read on the first call of all. Calls wait for one another.
private let networks = PreparedNetworks(folder: ProcessInfo.processInfo.environment["MOTIONQ_BENCH_MODELS"])

/// Whole windows: `n` × T × F floats in, `n` × C probabilities out.
///
///     double win(char shape, const float *windows, int n, float *probs);
///
/// Timed is what a user does with floats at hand: their rounding to the inputs' Q-format, the network in Q15 from zero state, the
/// probabilities as floats. Formats are fitted to the windows of the first call, outside the timing.
///
/// - Returns: nanoseconds per window; NaN, with a sentence on standard error, if there is no such shape or model.
@c(win)
public func timeWindows(
    shape: CChar, windows: UnsafePointer<Float>?, count: CInt, probabilities: UnsafeMutablePointer<Float>?
) -> Double {
    networks.lock.withLock {
        guard let windows, let probabilities, count > 0 else { return refused("win needs windows, and room for probabilities") }
        do {
            let network = try networks.windows(shape: name(shape), first: windows, count: Int(count))
            return network.run(windows, count: Int(count), into: probabilities)
        } catch {
            return refused("\(error)")
        }
    }
}

/// Steps of the first LSTM layer, its state carried from sample to sample and from call to call: `n` × F floats in, `n` × 8 floats
/// out.
///
///     double steps(char shape, const float *samples, int n, float *out);
///
/// Timed are the rounding of a sample to Q-format, one step of the layer in Q15, and a read-out that other libraries do not do: the
/// engine shows no hidden state, so a dense layer copies the first eight units, and `out` is their softmax.
///
/// - Returns: nanoseconds per sample; NaN, with a sentence on standard error, if there is no such shape or model.
@c(steps)
public func timeSteps(
    shape: CChar, samples: UnsafePointer<Float>?, count: CInt, output: UnsafeMutablePointer<Float>?
) -> Double {
    networks.lock.withLock {
        guard let samples, let output, count > 0 else { return refused("steps needs samples, and room for its output") }
        do {
            let network = try networks.steps(shape: name(shape), first: samples, count: Int(count))
            return network.run(samples, count: Int(count), into: output)
        } catch {
            return refused("\(error)")
        }
    }
}

private func name(_ shape: CChar) -> String {
    String(UnicodeScalar(UInt8(bitPattern: shape)))
}

private func refused(_ sentence: String) -> Double {
    FileHandle.standardError.write(Data("MotionQBench: \(sentence)\n".utf8))
    return .nan
}
