import CMotionCore
import Formatting
import Models
import MotionCore

extension DeviceExport {
    /// Every number of the network, in the order in which the kernels read them.
    var data: String {
        var text = ConstantData()
        let network = weights.layers.pointee

        text.line("")
        text.line("static const mq_tanh_table tanh_table = {")
        let nodes = (0..<257).map { TanhTable.nodes[$0] }
        let slopes = zip(nodes, nodes.dropFirst()).map { $1 - $0 }
        let chords = zip(nodes, slopes).map { UInt32(UInt16(bitPattern: $0)) | UInt32(UInt16(bitPattern: $1)) << 16 }
        text.numbers("    .chords = {", chords, "},")
        text.numbers("    .nodes = {", nodes.dropLast(), "},")
        text.numbers("    .slopes = {", slopes, "},")
        text.line("};")
        // The engine in Swift has them itself.
        text.line("#ifdef MQ_NO_EXPONENTIALS")
        text.line("#define EXPONENTIALS 0")
        text.line("#else")
        text.numbers("static const int32_t exponentials[257] = {", (0..<257).map { ExponentialTable.nodes[$0] }, "};")
        text.line("#define EXPONENTIALS exponentials")
        text.line("#endif")

        let convolution = network.convolution.map { affine in text.affine("convolution", affine.pointee) }
        if let convolution { text.line("static const mq_affine convolution = \(convolution);") }
        let front = UnsafeBufferPointer(start: network.front, count: network.front_layers).enumerated().map { index, layer in
            text.front("front\(index)", layer)
        }
        if !front.isEmpty { text.list("static const mq_front_layer front[] = {", front) }
        let lstm = UnsafeBufferPointer(start: network.lstm, count: network.lstm_layers).enumerated().map { index, layer in
            text.affine("lstm\(index)", layer)
        }
        if !lstm.isEmpty { text.list("static const mq_affine lstm[] = {", lstm) }
        let dense = (0..<network.dense_layers).map { index in
            let layer = network.dense[index]
            return "{.affine = \(text.affine("dense\(index)", layer.affine)), .rectified = \(layer.rectified)}"
        }
        text.list("static const mq_dense dense[] = {", dense)

        if let detector = network.detector { text.detector(detector.pointee, labels: about.labels.count) }
        if let strokes = network.strokes { text.strokes(strokes, inputs: network.inputs) }
        let names = inputs.compactMap(\.countedName)
        if !names.isEmpty {
            text.line("")
            text.line("// \(inputs.filter { $0.source.name != nil }.map { $0.name.escapedForC }.joined(separator: ", "))")
            text.line("static const char input_names[] = {")
            for name in names { text.line("    \"\(name)\"") }
            text.line("};")
        }
        text.line("")
        text.line("const mq_network motionq_network = {")
        text.line("    .length = \(network.length), .hop = \(network.hop), .inputs = \(network.inputs),")
        text.line("    .input_fraction_bits = \(network.input_fraction_bits), .carries_state = \(network.carries_state),")
        text.line("    .convolution = \(convolution == nil ? "0" : "&convolution"),")
        if !front.isEmpty { text.line("    .front = front, .front_layers = \(front.count),") }
        text.line(
            "    .lstm = \(lstm.isEmpty ? "0" : "lstm"), .lstm_layers = \(network.lstm_layers), .dense = dense, "
                + ".dense_layers = \(network.dense_layers),")
        text.line("    .tanh = &tanh_table, .exponentials = EXPONENTIALS,")
        if network.strokes != nil { text.line("    .strokes = &strokes,") }
        if network.detector != nil { text.line("    .detector = &detector,") }
        if !names.isEmpty { text.line("    .input_names = (const uint8_t *)input_names,") }
        text.line("};")
        places?.data(in: &text)
        text.list(
            "const mq_network_input motionq_network_inputs[] = {",
            inputs.map {
                "{.kind = \($0.source.kind), .offset = \($0.source.offset)f, .scale = \($0.source.scale)f} "
                    + "/* \($0.source.name == nil ? $0.name : $0.name.escapedForC) */"
            })
        text.list("const char *const motionq_network_labels[] = {", about.labels.map { "\"\($0.escapedForC)\"" })
        return text.text
    }
}

/// C text that grows.
struct ConstantData {
    private(set) var text = ""

    mutating func line(_ line: String) {
        text += line
        text += "\n"
    }

    mutating func list(_ opening: String, _ elements: [String]) {
        line("")
        line(opening)
        for element in elements { line("    \(element),") }
        line("};")
    }

    /// Numbers, as many as fit a line.
    mutating func numbers<Number: BinaryInteger>(_ opening: String, _ numbers: some Collection<Number>, _ closing: String) {
        line(opening)
        var row = "   "
        for number in numbers {
            let word = "\(number),"
            if row.utf8.count + word.utf8.count + 1 > 132 {
                line(row)
                row = "   "
            }
            row += " "
            row += word
        }
        line(row)
        line(closing)
    }

    /// How strokes are cut out and become windows.
    mutating func strokes(_ place: UnsafePointer<mq_strokes>, inputs: Int) {
        let strokes = place.pointee
        list(
            "static const mq_strokes strokes = {",
            [
                ".start = \(strokes.start), .stop = \(strokes.stop), .lag = \(strokes.lag), .pause = \(strokes.pause)",
                ".before = \(strokes.before), .least = \(strokes.least), .most = \(strokes.most)",
                ".smoothing = \(strokes.smoothing), .form = \(strokes.form)",
                ".inputs = {"
                    + (0..<inputs).map { index in
                        let map = mq_stroke_input_at(place, index)
                        return "{.addend = \(map.addend), .multiplier = \(map.multiplier), .shift = \(map.shift), "
                            + ".rotates = \(map.rotates)}"
                    }.joined(separator: ", ") + "}",
            ])
    }

    /// What tells windows that are unlike all that was learned.
    mutating func detector(_ detector: mq_detector, labels: Int) {
        let projection = affine("detector", detector.projection)
        let count = labels * detector.per_label * detector.projection.rows
        numbers("static const int16_t prototypes[\(count)] = {", (0..<count).map { detector.prototypes[$0] }, "};")
        list("static const uint32_t limits[\(labels)] = {", (0..<labels).map { "\(detector.limits[$0])u" })
        list(
            "static const mq_detector detector = {",
            [
                ".projection = \(projection)",
                ".prototypes = prototypes, .limits = limits, .per_label = \(detector.per_label)",
            ])
    }

    /// The arrays of a front layer; what names them is returned.
    mutating func front(_ name: String, _ layer: mq_front_layer) -> String {
        var convolution = "0"
        if let affine = layer.convolution?.pointee {
            let map = self.affine(name, affine)
            line("static const mq_affine \(name) = \(map);")
            convolution = "&\(name)"
        }
        return "{.convolution = \(convolution), .columns = \(layer.columns), .taps = \(layer.taps), .stride = \(layer.stride), "
            + ".dilation = \(layer.dilation), .is_causal = \(layer.is_causal), .rectified = \(layer.rectified), "
            + ".averages = \(layer.averages)}"
    }

    /// The arrays of a map; what names them is returned.
    mutating func affine(_ name: String, _ affine: mq_affine) -> String {
        line("")
        matrix("\(name)_input", affine.input.pointee)
        if let recurrent = affine.recurrent { matrix("\(name)_recurrent", recurrent.pointee) }
        numbers(
            "static const int32_t \(name)_bias[\(affine.blocks * 16)] MQ_ALIGNED = {",
            (0..<affine.blocks * 16).map { affine.bias[$0] }, "};")
        numbers(
            "static const uint8_t \(name)_output_shifts[\(affine.blocks)] = {",
            (0..<affine.blocks).map { affine.output_shifts[$0] }, "};")
        let recurrent = affine.recurrent == nil ? "0" : "&\(name)_recurrent"
        return "{.input = &\(name)_input, .recurrent = \(recurrent), .bias = \(name)_bias, .output_shifts = \(name)_output_shifts, "
            + ".rows = \(affine.rows), .blocks = \(affine.blocks)\(affine.is_gru ? ", .is_gru = true" : "")}"
    }

    private mutating func matrix(_ name: String, _ matrix: mq_matrix) {
        let count = matrix.blocks * matrix.pairs * 32
        let shifts = matrix.blocks * matrix.panels
        let member = matrix.bytes == nil ? "weights" : "bytes"
        if let bytes = matrix.bytes {
            numbers(
                "static const int8_t \(name)_bytes[\(count)] MQ_ALIGNED = {", UnsafeBufferPointer(start: bytes, count: count), "};")
        } else {
            numbers(
                "static const int16_t \(name)_weights[\(count)] MQ_ALIGNED = {",
                UnsafeBufferPointer(start: matrix.weights, count: count), "};")
        }
        numbers("static const uint8_t \(name)_shifts[\(shifts)] = {", (0..<shifts).map { matrix.shifts[$0] }, "};")
        line(
            "static const mq_matrix \(name) = {.\(member) = \(name)_\(member), .shifts = \(name)_shifts, "
                + ".blocks = \(matrix.blocks), .panels = \(matrix.panels), .panel_pairs = \(matrix.panel_pairs), .pairs = \(matrix.pairs)};"
        )
    }
}
