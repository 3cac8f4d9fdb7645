/// The words in which a program names settings and use cases to its users.
public protocol Wording: Sendable {
    /// A setting, with a value that it might have.
    func words(for setting: Setting, value: SettingValue?) -> String
    /// A use case with what it is given.
    func words(for invocation: Invocation, mentionedAs mention: Sentence.Mention) -> String
    /// A use case with what it is given, in the pieces between which a line may be broken; a space stands between them.
    func pieces(of invocation: Invocation) -> [String]
}

/// The wording of this package itself: names of settings in quotation marks, “rate” and “validateEvery: 5”, and use cases in plain
/// words, “list the ports” and “diagnose the device” (port: PATH).
public struct PlainWording: Wording {
    /// There is nothing to choose.
    public init() {}

    public func words(for setting: Setting, value: SettingValue?) -> String { "“\(plain(setting, value))”" }

    public func words(for invocation: Invocation, mentionedAs mention: Sentence.Mention) -> String {
        pieces(of: invocation).joined(separator: " ")
    }

    public func pieces(of invocation: Invocation) -> [String] {
        var given = invocation.arguments.map { argument in
            switch argument {
            case .input(let value): value.text
            case .setting(let setting, let value): plain(setting, value)
            }
        }
        if !given.isEmpty {
            for place in given.indices.dropLast() { given[place] += "," }
            given[0] = "(" + given[0]
            given[given.count - 1] += ")"
        }
        return ["“\(invocation.useCase.words)”"] + given
    }

    private func plain(_ setting: Setting, _ value: SettingValue?) -> String {
        setting.rawValue + (value.map { ": \($0.text)" } ?? "")
    }
}
