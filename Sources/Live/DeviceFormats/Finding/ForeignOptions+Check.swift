public import Formatting

/// What somebody says of a device, and no device can have.
public struct FormatOptionError: ExplainedError, Equatable {
    public let kind = FailureKind.usage
    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    /// What is wrong, and what there is.
    public let sentence: Sentence

    init(_ sentence: Sentence) { self.sentence = sentence }
}

extension ForeignOptions {
    /// Refuses a rate that no device has, columns that say neither acceleration nor rotation, and relays beyond the eighth.
    ///
    /// - Throws: the setting's name and its range.
    public func check() throws(FormatOptionError) {
        if let rate, !(rate > 0 && rate <= 10_000) {
            throw FormatOptionError("\(.deviceRate) lies above 0 and is at most 10000")
        }
        guard (0...8).contains(relays) else { throw FormatOptionError("\(.relays) lies between 0 and 8") }
        guard let columns else { return }
        let channels = columns.compactMap { if case .channel(let channel) = $0 { channel } else { nil } }
        guard Set(channels).count == channels.count, Set(channels).isSuperset(of: 0..<3) || Set(channels).isSuperset(of: 3..<6),
            columns.count <= TextLineDecoder.mostColumns
        else {
            throw FormatOptionError(
                "\(.columns) names ax, ay and az, or gx, gy and gz, or all six, each once, of 16 columns at most")
        }
    }
}
