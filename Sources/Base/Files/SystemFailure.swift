import Foundation

/// What the system said when it failed.
package struct SystemFailure: Error, Sendable, Equatable, CustomStringConvertible {
    package let errno: Int32

    /// Whether there is nothing at a path that was named.
    var meansAbsent: Bool { errno == ENOENT || errno == ENOTDIR }

    package var description: String { String(cString: strerror(errno)) }
}
