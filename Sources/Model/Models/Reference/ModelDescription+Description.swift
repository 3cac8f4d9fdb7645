import Formatting
import MotionCore

extension ModelDescription: CustomStringConvertible {
    /// `rest, shake, chop from windows of 40 samples every 5 at 50 Hz, reading ax, ay, az; each from zero state`.
    public var description: String {
        let when = rate.map { " at \($0) Hz" } ?? ""
        if let strokes {
            return
                "\(labels.joined(separator: ", ")) from whole strokes as \(window) samples\(when) (\(strokes.rawValue)), reading "
                + inputs.map(\.name).joined(separator: ", ")
        }
        let state = statePolicy == .carry ? "the state is carried" : "each from zero state"
        let samples = window == 1 ? "1 sample" : "\(window) samples"
        return "\(labels.joined(separator: ", ")) from windows of \(samples) every \(hop)\(when), reading "
            + "\(inputs.map(\.name).joined(separator: ", ")); \(state)"
    }
}

extension FloatNetwork: CustomStringConvertible {
    /// `6 inputs → LSTM 24 → dense 4, float`.
    public var description: String {
        let whole = convolution.map { ["convolution \($0.bias.count)"] } ?? []
        let layers =
            whole + front.map { $0.operation.kind.words($0.field, units: $0.rows) }
            + lstm.map { "\($0.cell.name) \($0.units)" } + dense.map { "dense \($0.bias.count)" }
        return "\(inputs) inputs → \(layers.joined(separator: " → ")), float"
    }
}

/// `description` is the model's own.
extension FloatModel: TextOutputStreamable {
    /// The network, and what it is for.
    public func write(to target: inout some TextOutputStream) { target.write("\(network): \(description)") }
}
