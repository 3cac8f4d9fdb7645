import Files
import ForeignTables
package import Formatting
import Models

extension RequestError {
    /// Refuses a value outside of its range.
    ///
    /// - Parameters:
    ///   - setting: the setting's name in the sentence.
    ///   - value: nil where nothing is said, so that the usual value holds.
    ///   - range: what the value may be.
    package static func require<Value: Comparable & CustomStringConvertible>(
        _ setting: Setting, _ value: Value?, in range: ClosedRange<Value>
    ) throws(RequestError) {
        guard let value, !range.contains(value) else { return }
        throw RequestError(.usage, "\(setting) lies between \(range.lowerBound) and \(range.upperBound)")
    }

    /// Refuses an output that is there already.
    package static func requireNew(_ output: String) throws(RequestError) {
        guard FileKind(at: output) != nil else { return }
        throw RequestError(.inputOutput, "\(output) is there already\(remedy: "name a new file")")
    }

    /// Refuses samples per second that no recording is brought to: 0 and less, and more than 10,000.
    package static func requireRate(_ setting: Setting, _ rate: Double?) throws(RequestError) {
        guard let rate, !(rate > 0 && rate <= ModelDescription.mostRate) else { return }
        throw RequestError(.usage, "\(setting) lies between 0 and 10000")
    }

    /// Refuses more missing samples in a row than anybody can make up.
    package static func requireBridge(_ bridge: Int) throws(RequestError) {
        guard !DataSetConversion.bridges.contains(bridge) else { return }
        throw RequestError(.usage, "\(.bridge) lies between 0 and \(DataSetConversion.bridges.upperBound)")
    }

    /// Refuses a budget of false events below 0, or without an end.
    package static func requireBudget(_ falsePerHour: Double?) throws(RequestError) {
        guard let falsePerHour, !(falsePerHour >= 0 && falsePerHour.isFinite) else { return }
        throw RequestError(.usage, "\(.maxFalsePerHour) is 0 or more")
    }
}
