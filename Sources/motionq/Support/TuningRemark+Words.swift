import MotionQWorkshop

extension TuningRemark {
    /// The remark as a line of standard error.
    var note: String {
        let words = sentence.asCommand
        if case .noRate = self { return words }
        return "motionq: \(words)"
    }
}
