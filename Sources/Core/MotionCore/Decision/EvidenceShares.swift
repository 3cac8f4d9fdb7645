/// How much of the evidence to enter each label needs. Some are mistaken for others easily, and some hardly ever.
///
/// Two bits for each of the labels 0 … 31; those after them need the whole.
public struct EvidenceShares: Sendable, Equatable {
    /// What a label needs, of what `DecisionParameters.evidence` says.
    public enum Share: UInt8, Sendable, CaseIterable {
        /// All of it.
        case whole
        /// A half.
        case half
        /// A quarter.
        case quarter
        /// Twice as much.
        case double

        /// In the steps of the whole, rounded down.
        @_noAllocation
        func of(_ whole: Int32) -> Int32 {
            switch self {
            case .whole: whole
            case .half: whole >> 1
            case .quarter: whole >> 2
            case .double: whole << 1
            }
        }
    }

    /// Labels that have a share of their own.
    public static var most: Int { @_noAllocation get { 32 } }

    /// The shares' numbers, two bits each, label 0's lowest: what an image of a network holds.
    public private(set) var bits: UInt64

    /// Every label needs the whole, if nothing else is said.
    public init(bits: UInt64 = 0) { self.bits = bits }

    /// A label's; setting it traps from label 32 on.
    public subscript(label: Int) -> Share {
        @_noAllocation get {
            guard label < Self.most else { return .whole }
            return Share(rawValue: UInt8(truncatingIfNeeded: bits >> UInt64(2 * label) & 3)) ?? .whole
        }
        set {
            precondition(label >= 0 && label < Self.most, "the first 32 labels have shares")
            bits = bits & ~(3 << UInt64(2 * label)) | UInt64(newValue.rawValue) << UInt64(2 * label)
        }
    }
}

extension EvidenceShares {
    /// From parts of the whole, label 0's first, each taken to the nearest; those after the 32nd are not looked at.
    public init(factors: [Double]) {
        self.init()
        for (label, factor) in factors.prefix(Self.most).enumerated() {
            self[label] = factor < 0.375 ? .quarter : factor < 0.75 ? .half : factor < 1.5 ? .whole : .double
        }
    }

    /// Parts of the whole, label 0's first, as far as one is not the whole.
    public var factors: [Double] {
        var factors: [Double] = []
        for label in 0..<Self.most where self[label] != .whole {
            while factors.count < label { factors.append(1) }
            factors.append(self[label].factor)
        }
        return factors
    }
}

extension EvidenceShares.Share {
    /// What part of the whole it is.
    public var factor: Double {
        switch self {
        case .whole: 1
        case .half: 0.5
        case .quarter: 0.25
        case .double: 2
        }
    }
}
