import Formatting

extension ConvertedTable {
    /// What it was taken for; its rate and its units, each with what they are known by.
    package var words: [String] {
        let hertz = rates.map { rates in
            let (slow, fast) = (String(printing: "%.1f", rates.lowerBound), String(printing: "%.1f", rates.upperBound))
            return (slow == fast ? slow : "\(slow) to \(fast)") + " Hz"
        }
        return [takenFor, hertz.map { "\($0) \(rateReason)" } ?? "", "\(units), \(unitsReason)"]
    }
}
