/// Why a feedback map cannot be used.
public struct FeedbackMapError: Error, Sendable, Equatable, CustomStringConvertible {
    public var file: String
    public var line: Int?
    public var problem: String
    /// Whether there is no file to read, or none that may be read; else its content is wrong.
    public var isMissingInput = false

    public var description: String {
        "\(file)\(line.map { ", line \($0)" } ?? "") \(problem)"
    }
}
