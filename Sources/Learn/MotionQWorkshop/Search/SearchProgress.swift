public import Formatting
public import Recordings
public import Training

/// How a search goes on, told step by step.
public enum SearchProgress {
    /// The motion by which networks are judged, before the first one is tried.
    case began(SearchBudget, judges: DataSet)
    /// A network was tried.
    case tried(SearchedCandidate)
    /// A network could not be tried.
    case leftOut(SearchChoice, any Error)
    /// Something to hear of.
    case remark(TrainingRemark)

    /// A remark in words; nil of what is none.
    public var remark: Sentence? {
        switch self {
        case .began, .tried: nil
        case .leftOut(let choice, let error):
            "\(choice.window) samples at \(choice.hertz), \(choice.units) units: \(Sentence(of: error)); left out"
        case .remark(let remark): remark.sentence
        }
    }
}

extension SearchChoice {
    /// Its rate as a person reads it: “25 Hz”.
    package var hertz: String { Numbers.hertz(rate) }
}
