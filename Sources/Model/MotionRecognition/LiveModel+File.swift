public import Models
public import MotionCore

extension LiveModel {
    /// A model file's Q15 network, packed for the live loop.
    ///
    /// - Parameters:
    ///   - file: a model whose float network is not looked at.
    ///   - name: the model's name in messages, such as its path.
    /// - Throws: `.file` if it has no Q15 network, or none for a running stream; `.network` if the network cannot run.
    public init(_ file: Model, named name: String) throws(LiveModelError) {
        let network: QuantizedNetwork
        do throws(ModelFileError) { network = try file.requireStreamed(in: name) } catch { throw .file(error) }
        do throws(NetworkError) { try self.init(network, for: file.description) } catch { throw .network(error) }
    }
}

/// Why a model file cannot be run live.
public enum LiveModelError: Error {
    /// The file has no network that could run live.
    case file(ModelFileError)
    /// The network cannot run.
    case network(NetworkError)

    /// The error behind it.
    public var cause: any Error {
        switch self {
        case .file(let error): error
        case .network(let error): error
        }
    }
}
