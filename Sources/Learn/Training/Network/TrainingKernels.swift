package import CFloatKernels

/// The matrix and activation kernels of this machine.
package struct TrainingKernels: @unchecked Sendable {
    /// Function pointers, immutable and alive for ever.
    package let c: mq_training_kernels

    /// What this machine runs, fastest first; `plain` is always there.
    package static let available: [TrainingKernels] = {
        var found: [TrainingKernels] = []
        while let kernels = mq_training_available(found.count) { found.append(TrainingKernels(c: kernels.pointee)) }
        return found
    }()

    /// The fastest ones.
    package static var best: TrainingKernels { available[0] }

    /// `avx512`, `avx2` or `plain`.
    package var name: String { String(cString: c.name) }
}
