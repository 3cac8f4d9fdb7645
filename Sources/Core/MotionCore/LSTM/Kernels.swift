import CMotionCore

/// The vector instructions that the inner loops use. All kernels give the same bits; they differ in speed alone.
///
/// A program takes the fastest that its machine runs, unless the environment variable `MOTIONQ_KERNEL` names others.
public struct Kernels: @unchecked Sendable {
    /// Constant data of the program.
    let functions: UnsafePointer<mq_kernels>

    /// `avx512`, `avx2`, `sse2`, `neon`, `smlad` or `scalar`.
    public var name: String { String(cString: functions.pointee.name) }

    /// What this machine runs, fastest first; `scalar` is always there.
    public static var available: [Kernels] {
        var found: [Kernels] = []
        while let functions = mq_kernels_available(found.count) { found.append(Kernels(functions: functions)) }
        return found
    }

    /// What `MOTIONQ_KERNEL` names; nil if it is not set.
    public static var asked: String? {
        mq_kernels_asked().map { String(cString: $0) }
    }

    /// What `MOTIONQ_KERNEL` names, or else the fastest.
    ///
    /// - Throws: `NetworkError.kernels` if this machine cannot run what it names.
    public static func preferred() throws(NetworkError) -> Kernels {
        guard let functions = mq_kernels_preferred() else { throw .kernels(asked: asked ?? "unknown kernels") }
        return Kernels(functions: functions)
    }
}
