/// What `write` said when it failed.
package struct WriteFailure: Error, Sendable {
    package let errno: Int32
}
