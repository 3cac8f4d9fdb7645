import Models
import MotionCore

extension LayerNoise {
    /// All places of a network, nothing measured yet.
    init(of network: FloatNetwork) {
        places = [Place(name: "inputs", saturated: 0, power: (0, 0))]
        if network.convolution != nil { places.append(Place(name: "convolution", saturated: 0, power: (0, 0))) }
        for (index, layer) in network.front.enumerated() where layer.convolution != nil {
            places.append(Place(name: network.convolutionName(index), saturated: 0, power: (0, 0)))
        }
        for index in network.lstm.indices {
            let name = network.recurrentName(index)
            places.append(Place(name: "\(name) gates", saturated: 0))
            places.append(Place(name: "\(name) hidden", power: (0, 0)))
            if network.lstm[index].cell == .lstm { places.append(Place(name: "\(name) cell", power: (0, 0))) }
        }
        for index in network.dense.indices {
            let isLast = index == network.dense.count - 1
            places.append(Place(name: network.denseName(index), saturated: isLast ? nil : 0, power: (0, 0)))
        }
    }

    /// Compares numbers with integers of so many fraction bits.
    mutating func add(_ name: String, _ exact: [Double], _ integers: [some BinaryInteger], bits: Int) {
        guard let place = places.firstIndex(where: { $0.name == name }) else { return }
        let step = Double(sign: .plus, exponent: -bits, significand: 1)
        var (signal, noise) = places[place].power ?? (0, 0)
        for (x, integer) in zip(exact, integers) {
            signal += x * x
            let difference = x - Double(integer) * step
            noise += difference * difference
        }
        places[place].power = (signal, noise)
        places[place].values += exact.count
    }

    /// Compares a layer's outputs with its integer sums, which are saturated and perhaps rectified here, and counts what was
    /// clipped.
    mutating func add(_ name: String, _ exact: [Double], _ sums: [Int32], rectified: Bool, _ layer: QuantizedAffine) {
        let outputs = sums.map { rectified ? max(0, saturateToInt16($0)) : saturateToInt16($0) }
        add(name, exact, outputs, bits: layer.outputFractionBits)
        // What a ReLU sets to zero anyway loses nothing by being clipped below.
        saturate(name, sums.count { $0 > 32767 || ($0 < -32768 && !rectified) })
    }

    /// Counts the sums that do not fit 16 bits.
    mutating func countSaturation(_ name: String, _ sums: [Int32]) {
        guard let place = places.firstIndex(where: { $0.name == name }) else { return }
        places[place].values += sums.count
        saturate(name, sums.count { saturateToInt16($0) != $0 })
    }

    mutating func saturate(_ name: String, _ count: Int) {
        guard let place = places.firstIndex(where: { $0.name == name }) else { return }
        places[place].saturated = (places[place].saturated ?? 0) + count
    }
}
