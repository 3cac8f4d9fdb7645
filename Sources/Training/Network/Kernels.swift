package import CTrainingKernels

/// The matrix and activation kernels of this machine.
package struct Kernels: @unchecked Sendable {
    /// Function pointers, immutable and alive for ever.
    package let c: mq_training_kernels

    /// What this machine runs, fastest first; `plain` is always there.
    package static let available: [Kernels] = {
        var found: [Kernels] = []
        while let kernels = mq_training_available(found.count) { found.append(Kernels(c: kernels.pointee)) }
        return found
    }()

    /// The fastest ones.
    package static var best: Kernels { available[0] }

    /// `avx512`, `avx2` or `plain`.
    package var name: String { String(cString: c.name) }
}
