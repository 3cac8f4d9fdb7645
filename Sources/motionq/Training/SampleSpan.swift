import ArgumentParser

/// A stretch of time on a command line: a number of samples, or seconds with an s behind them.
enum SampleSpan: ExpressibleByArgument {
    case ofSamples(Int)
    case ofSeconds(Double)

    init?(argument: String) {
        if let count = Int(argument) {
            self = .ofSamples(count)
        } else if argument.hasSuffix("s"), let seconds = Double(argument.dropLast()), seconds.isFinite {
            self = .ofSeconds(seconds)
        } else {
            return nil
        }
    }

    var samples: Int? { if case .ofSamples(let count) = self { count } else { nil } }
    var seconds: Double? { if case .ofSeconds(let seconds) = self { seconds } else { nil } }
}
