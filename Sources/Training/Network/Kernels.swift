import CTrainingKernels

/// The matrix and activation kernels of this machine.
struct Kernels: @unchecked Sendable {
    /// Function pointers, immutable and alive for ever.
    let c: mq_training_kernels

    /// The fastest ones.
    static let best: Kernels = {
        guard let kernels = Kernels(named: nil) else { preconditionFailure("plain kernels run everywhere") }
        return kernels
    }()

    /// - Returns: nil if this machine cannot run them. Names: `avx512`, `avx2`, `plain`.
    init?(named name: String?) {
        guard let kernels = mq_training_select(name) else { return nil }
        c = kernels.pointee
    }

    var name: String { String(cString: c.name) }
}
