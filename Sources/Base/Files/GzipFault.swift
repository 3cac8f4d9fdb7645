/// What is wrong with a gzip file, as the end of a sentence that starts with its name.
package enum GzipFault: Error, Sendable, Equatable, CustomStringConvertible {
    case endsEarly(byte: Int)
    case damaged(byte: Int)
    case tooLarge(limit: Int)
    case outOfMemory

    package var description: String {
        switch self {
        case .endsEarly(let byte): "its gzip data break off after \(byte) bytes; fetch the whole file again"
        case .damaged(let byte): "its gzip data are damaged near byte \(byte); fetch the file again"
        case .tooLarge(let limit): "it unpacks to more than \(limit) bytes; cut it into smaller recordings"
        case .outOfMemory: "there is not enough memory to unpack it"
        }
    }
}
