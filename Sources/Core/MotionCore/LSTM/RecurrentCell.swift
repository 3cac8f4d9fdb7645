/// What a recurrent layer does with the results of its affine map, of which it has four for each unit.
public enum RecurrentCell: String, Sendable, CaseIterable {
    /// Input, forget and output gate, and candidate: i, f, o, g (ARITHMETIC.md §5).
    case lstm
    /// Update and reset gate, what the reset gate lets through of the state, and the rest of the candidate: z, r, c, g
    /// (ARITHMETIC.md §18).
    case gru

    /// Gates, whose rows come first and are stored halved.
    package var gates: Int { self == .lstm ? 3 : 2 }
}
