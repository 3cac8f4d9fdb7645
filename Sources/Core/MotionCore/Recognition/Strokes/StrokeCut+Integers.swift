package import CMotionCore

extension mq_strokes {
    /// How strokes are cut, without what a network reads of them.
    ///
    /// - Parameter cut: within its ranges.
    package init(_ cut: StrokeCut) {
        self.init()
        start = Int32(cut.start)
        stop = Int32(cut.stop)
        lag = UInt16(cut.lag)
        pause = UInt16(cut.pause)
        before = UInt16(cut.before)
        least = UInt16(cut.least)
        most = UInt16(cut.most)
        smoothing = UInt8(cut.smoothing)
    }

    /// How strokes are cut out of a stream, and become the window of a network.
    ///
    /// - Parameters:
    ///   - features: what the network reads, 1 … 6 of them: accelerations and rotations.
    ///   - fractionBits: of its inputs, 0 … 15.
    /// - Returns: nil if there are other features, one cannot be expressed in integers, or a number is outside its range.
    package init?(_ form: StrokeForm, _ cut: StrokeCut, features: [NetworkFeature], fractionBits: Int) {
        guard cut.isValid, (1...Int(MQ_STROKE_INPUTS)).contains(features.count) else { return nil }
        self.init(cut)
        self.form = form.code
        for (index, feature) in features.enumerated() {
            guard let rotates = Self.rotates(feature) else { return nil }
            // Evened out values are in Q16.
            let steps = Double(feature.scale) * Double(1 << fractionBits)
            guard let map = ChannelNormaliser(gain: steps / 65536, bias: -Double(feature.offset) * steps) else { return nil }
            mq_stroke_set_input(
                &self, index,
                mq_stroke_input(addend: map.addend, multiplier: map.multiplier, shift: map.shift, rotates: rotates))
        }
    }

    /// nil for what is neither an acceleration nor a rotation.
    private static func rotates(_ feature: NetworkFeature) -> Bool? {
        switch ChannelKind(rawValue: feature.kind) {
        case .accelerationX, .accelerationY, .accelerationZ: false
        case .rotationX, .rotationY, .rotationZ: true
        default: nil
        }
    }
}

extension StrokeForm {
    /// As `mq_strokes` has it.
    fileprivate var code: UInt8 {
        switch self {
        case .stretch: 0
        case .end: 1
        case .centre: 2
        }
    }
}
