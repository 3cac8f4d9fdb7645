import CMotionCore
import Formatting
import Models
import MotionCore

/// Labels without an example as yet, for gestures that a device is taught where it runs (ARITHMETIC.md §16).
struct TeachablePlaces {
    /// Places, 1 or more, behind the labels that the model has.
    let count: Int
    /// The model's labels, then `taught 1` and so on.
    let labels: [String]
    let network: QuantizedNetwork
    let metric: HeadMetric
    /// Of the model.
    private let firstPlace: Int

    /// - Throws: `ExportError` of a model that was not taught by the integers alone, or has no room for so many labels.
    init(_ model: Model, network: QuantizedNetwork, count: Int) throws {
        let known = model.description.labels
        guard let exemplars = model.exemplars, let metric = exemplars.metric else {
            throw ExportError("no device can go on teaching this model\(remedy: "teach it with \(.teach, .setting(.headAlone))")")
        }
        guard known.count + count <= 255 else {
            throw ExportError("a network has at most 255 labels, and this one \(known.count) already")
        }
        guard var head = IntegerHead(exemplars, labels: known.count), network.dense.map(\.affine) == [head.affine],
            network.detector == nil
        else { throw ExportError("the model's last layer is not the one that its examples set\(remedy: "teach it again")") }
        head.appendEmptyPlaces(count)
        self.network = try network.with(head: head)
        (self.count, self.metric, firstPlace) = (count, metric, known.count)
        // A person may have used such a name.
        var number = 0
        labels = (0..<count).reduce(into: known) { labels, _ in
            repeat { number += 1 } while known.contains("taught \(number)")
            labels.append("taught \(number)")
        }
    }

    /// Bytes that a device writes while it is taught.
    func memory(for weights: NetworkWeights) -> Int {
        withTeachable { mq_teach_memory(weights.layers, $0) }
    }

    /// Constant bytes beside the network's.
    var constantBytes: Int { (metric.centre.count + metric.matrix.count) * 2 }

    private func withTeachable<Result>(_ body: (UnsafePointer<mq_teachable>) -> Result) -> Result {
        metric.centre.withUnsafeBufferPointer { centre in
            metric.matrix.withUnsafeBufferPointer { matrix in
                guard let centre = centre.baseAddress, let matrix = matrix.baseAddress else {
                    preconditionFailure("a metric has units")
                }
                var teachable = mq_teachable(
                    metric: mq_teach_metric(
                        centre: centre, metric: matrix, units: UInt16(metric.centre.count), row_shift: UInt8(metric.rowShift)),
                    first: UInt16(firstPlace), places: UInt16(count))
                return body(&teachable)
            }
        }
    }

    /// What `network.h` says of them.
    func header(memory: Int) -> String {
        """
        /// The labels from this one on can be taught where the network runs (mq_teach.h): so many places, in so many bytes.
        #define MOTIONQ_TEACH_FIRST \(firstPlace)
        #define MOTIONQ_TEACH_PLACES \(count)
        #define MOTIONQ_TEACH_MEMORY \(memory)

        """
    }

    /// What `network.c` holds of them.
    func data(in text: inout ConstantData) {
        text.line("")
        text.numbers("static const int16_t teach_centre[\(metric.centre.count)] = {", metric.centre, "};")
        text.numbers("static const int16_t teach_metric[\(metric.matrix.count)] = {", metric.matrix, "};")
        text.list(
            "const mq_teachable motionq_teachable = {",
            [
                ".metric = {.centre = teach_centre, .metric = teach_metric, .units = \(metric.centre.count), "
                    + ".row_shift = \(metric.rowShift)}",
                ".first = MOTIONQ_TEACH_FIRST, .places = MOTIONQ_TEACH_PLACES",
            ])
    }
}
