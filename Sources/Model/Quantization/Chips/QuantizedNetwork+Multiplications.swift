public import MotionCore

extension QuantizedNetwork {
    /// Multiplications of weights with inputs in one whole window.
    ///
    /// Nominal: all weights of a step times all steps, the count that other libraries' figures rest on too. The engine leaves those
    /// with a hidden state out that is known to be zero, so a window that begins from zero does one step's recurrent ones less.
    public func multiplicationsPerWindow(of schedule: WindowSchedule) -> Int {
        let steps = convolution == nil ? front.outputs(of: schedule.length) : 1
        let layers = lstm.reduce(0) { $0 + $1.multiplications }
        return (convolution?.multiplications ?? 0) + frontMultiplications(of: schedule) + steps * layers + headMultiplications
    }

    /// Multiplications for one sample of a stream, on average, with all slots in flight, and just as nominal. The first layer's
    /// input is multiplied once for all of them, and not at all while a hop beyond the window leaves samples out.
    public func multiplicationsPerSample(of schedule: WindowSchedule) -> Double {
        let hop = Double(schedule.hop)
        let perWindow = Double(headMultiplications) / hop
        if let convolution {
            let layers = lstm.reduce(0) { $0 + $1.multiplications }
            return Double(convolution.multiplications + layers) / hop + perWindow
        }
        // Each window has front layers' outputs of its own, and so its own input of the first layer.
        if !front.isEmpty { return Double(multiplicationsPerWindow(of: schedule)) / hop }
        let shared = lstm[0].terms[0].weights.count
        let own = lstm.reduce(0) { $0 + $1.multiplications } - shared
        return Double(shared * min(schedule.length, schedule.hop)) / hop + Double(own * schedule.length) / hop + perWindow
    }

    /// Multiplications of the layers before the LSTM in one whole window.
    func frontMultiplications(of schedule: WindowSchedule) -> Int {
        var (count, steps) = (0, schedule.length)
        for layer in front {
            steps = layer.field.outputs(of: steps)
            count += (layer.convolution?.multiplications ?? 0) * steps
        }
        return count
    }

    /// Whether it has nothing but LSTM and dense layers with weights of 16 bits, whose instructions were counted.
    var isCounted: Bool { convolution == nil && front.isEmpty && lstm.allSatisfy { $0.cell == .lstm } && !hasBytes }

    private var headMultiplications: Int {
        dense.reduce(0) { $0 + $1.affine.multiplications }
    }
}

extension QuantizedAffine {
    fileprivate var multiplications: Int {
        terms.reduce(0) { $0 + $1.weights.count }
    }
}
