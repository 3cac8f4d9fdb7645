/// Why a feedback map cannot be used.
public struct FeedbackMapError: Error, Sendable, Equatable, CustomStringConvertible {
    public var file: String
    public var line: Int?
    public var problem: String

    public var description: String {
        "\(file)\(line.map { ", line \($0)" } ?? "") \(problem)"
    }
}
