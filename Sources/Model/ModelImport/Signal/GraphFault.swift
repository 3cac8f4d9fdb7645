/// Why the result of a node cannot be told: the end of a sentence whose subject is the node.
struct GraphFault: Error {
    let code: ImportError.Code
    let problem: String

    static func unsupported(_ problem: String) -> GraphFault { GraphFault(code: .unsupported, problem: problem) }
    static func malformed(_ problem: String) -> GraphFault { GraphFault(code: .malformed, problem: problem) }
}

/// A size in the graph, or what is computed from sizes.
enum GraphExtent: Sendable, Equatable {
    case known(Int)
    /// The length of an axis that the file leaves open, and a number added to it.
    case open(axis: Int, plus: Int)
    case unknown

    var number: Int? { if case .known(let number) = self { number } else { nil } }

    static func + (left: Self, right: Self) -> Self {
        switch (left, right) {
        case (.known(let a), .known(let b)): within(a.addingReportingOverflow(b))
        case (.open(let axis, let a), .known(let b)), (.known(let b), .open(let axis, let a)):
            if case .known(let sum) = within(a.addingReportingOverflow(b)) { .open(axis: axis, plus: sum) } else { .unknown }
        default: .unknown
        }
    }

    static func - (left: Self, right: Self) -> Self {
        switch right {
        case .known(let number) where number != .min: left + .known(-number)
        case .open(let axis, let b):
            if case .open(axis, let a) = left { within(a.subtractingReportingOverflow(b)) } else { .unknown }
        default: .unknown
        }
    }

    static func * (left: Self, right: Self) -> Self {
        switch (left, right) {
        case (.known(1), let other), (let other, .known(1)): other
        case (.known(let a), .known(let b)): within(a.multipliedReportingOverflow(by: b))
        default: .unknown
        }
    }

    private static func within(_ result: (partialValue: Int, overflow: Bool)) -> Self {
        result.overflow ? .unknown : .known(result.partialValue)
    }
}
