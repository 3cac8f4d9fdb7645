public import Formatting
import MotionCore

extension KnownMotion.Verdict {
    /// Why the motion is not what the model learned from, as the end of a sentence; nil if it is.
    public var reason: Sentence? {
        switch misreading {
        case .none: nil
        case .rotation(.tooLarge): "rotation is 57 times larger; deg/s read as rad/s?"
        case .rotation(.tooSmall): "rotation is 57 times smaller; rad/s read as deg/s?"
        case .acceleration(.tooLarge): "acceleration is ten times larger; m/s² read as g?"
        case .acceleration(.tooSmall): "acceleration is a tenth; g read as m/s²?"
        case .range(.tooLarge): "everything is twice as large; does the sensor run in half the range that it is told to have?"
        case .range(.tooSmall): "everything is half as large; does the sensor run in twice the range that it is told to have?"
        case .accelerationRange(.tooLarge): "acceleration is twice as large; does the sensor run in half the range?"
        case .accelerationRange(.tooSmall): "acceleration is half as large; does the sensor run in twice the range?"
        case .rate(.tooFast): "all goes by twice as fast; does the sensor send half as often as is taken?"
        case .rate(.tooSlow): "all goes by half as fast; does the sensor send twice as often as is taken?"
        case .noGravity: "acceleration is without gravity, which the model learned with; does the source take it away?"
        case .gravity: "acceleration has gravity, which the model learned without"
        case .axes(let axes): "the sensor sits otherwise; are its x, y, z the model's \(axes.axesWords)?"
        case .gyroscopeAxes(let axes):
            "the gyroscope does not turn as the accelerometer does; are its x, y, z the accelerometer's \(axes.axesWords)?"
        case .clipped(let axis):
            "\(SixAxes.names[axis]) stays at \(String(printing: "%.3g", limit)) \(axis < 3 ? "g" : "rad/s") in "
                + "\(String(printing: "%.0f %%", 100 * share)) of the samples; does it need a wider range?"
        case .standing(let axis): "\(SixAxes.names[axis]) has one value all the time; is it connected?"
        }
    }
}

extension SIMD3<Int8> {
    /// Axes, ±1 … ±3, in words: y,-x,z.
    package var axesWords: String {
        (0..<3).map { (self[$0] < 0 ? "-" : "") + ["x", "y", "z"][Int(self[$0].magnitude) - 1] }.joined(separator: ",")
    }
}
