import Models
import Quantization

/// How far a model's activations reach in these windows, each from the state of zeros.
func ranges(_ model: FloatModel, _ windows: [[Double]]) -> ActivationRanges {
    var ranges = ActivationRanges(unseen: model.network)
    for window in windows {
        var state = FloatState(zeroFor: model.network)
        ranges.observe(window: window, of: model.network, state: &state)
    }
    return ranges
}
