/// What is to become of a device's network.
package enum InstallGoal: Sendable {
    /// The bytes of a network image, their hash, and the hash of the network that HELLO will tell when it runs.
    case install(image: [UInt8], imageHash: UInt64, network: UInt64)
    /// The network that the firmware was built with is to run.
    case forget

    /// How far a board's HELLO says that it has come to that.
    enum Standing: Equatable {
        /// The board runs what it shall.
        case reached
        /// It runs another network; with `forget` one that came over the line.
        case otherNetwork
        /// It runs the network as another image: with other decision options.
        case otherOptions
        /// It does not tell what it runs.
        case untold
    }

    func standing(of board: Board) -> Standing {
        switch self {
        case .install(_, let imageHash, let network):
            if let told = board.network, told != network { return .otherNetwork }
            if board.image == imageHash { return .reached }
            switch (board.network, board.image) {
            case (nil, nil): return .untold
            case (nil, _): return .otherNetwork
            case (_, nil): return .reached
            case (_, _): return .otherOptions
            }
        case .forget:
            if board.image != nil { return .otherNetwork }
            return board.network == nil ? .untold : .reached
        }
    }

    /// Bytes of the image.
    var length: Int {
        switch self {
        case .install(let image, _, _): image.count
        case .forget: 0
        }
    }
}
