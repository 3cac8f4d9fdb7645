package import CFloatKernels

/// The float oracle's inner loops on this machine.
package struct OracleKernels: @unchecked Sendable {
    /// Function pointers, immutable and alive for ever.
    package let c: mq_oracle_kernels

    /// What this machine runs, fastest first; `plain` is always there.
    package static let available: [OracleKernels] = {
        var found: [OracleKernels] = []
        while let kernels = mq_oracle_available(found.count) { found.append(OracleKernels(c: kernels.pointee)) }
        return found
    }()
}
