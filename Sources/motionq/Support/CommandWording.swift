import Formatting

/// Settings as options, and use cases as lines that a person pastes into a shell.
struct CommandWording: Wording {
    func words(for setting: Setting, value: SettingValue?) -> String {
        value.map { "\(setting.option) \(Self.quoted($0))" } ?? setting.option
    }

    func words(for invocation: Invocation, mentionedAs mention: Sentence.Mention) -> String {
        let pieces = pieces(of: invocation)
        return switch mention {
        case .command: pieces.joined(separator: " ")
        case .code: "`\(pieces.joined(separator: " "))`"
        case .verb: pieces.dropFirst().joined(separator: " ")
        }
    }

    func pieces(of invocation: Invocation) -> [String] {
        ["motionq"] + invocation.useCase.verb + invocation.arguments.flatMap { Self.pieces(of: $0, quoted: Self.quoted) }
    }

    /// The words as a program hands them to another, without a shell's quotation marks.
    static func words(of invocation: Invocation) -> [String] {
        ["motionq"] + invocation.useCase.verb + invocation.arguments.flatMap { pieces(of: $0) { $0.text } }
    }

    private static func pieces(of argument: Invocation.Argument, quoted: (SettingValue) -> String) -> [String] {
        switch argument {
        case .input(let value): return [quoted(value)]
        case .setting(let setting, nil): return [setting.option]
        case .setting(let setting, .name(let name)?) where name.utf8.first == UInt8(ascii: "-"):
            // A value that looks like an option is tied to its own.
            return [quoted(.name("\(setting.option)=\(name)"))]
        case .setting(let setting, let value?): return [setting.option, quoted(value)]
        }
    }

    private static func quoted(_ value: SettingValue) -> String {
        switch value {
        case .text(let text): text
        case .path(let path): ShellWord.quotedPath(path)
        case .name(let name): ShellWord.quoted(name)
        }
    }
}

extension Setting {
    /// `--validate-every`
    var option: String {
        self == .output ? "-o" : "--" + rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
    }
}

extension UseCase {
    /// The verb's words, as `dataset show`.
    var verb: [String] {
        switch self {
        case .listPorts: ["ports"]
        case .diagnose: ["doctor"]
        case .checkFirmware: ["check"]
        case .install: ["install"]
        case .monitor: ["monitor"]
        case .record: ["record"]
        case .showDataSet: ["dataset", "show"]
        case .lookAtDataSet: ["dataset"]
        case .simulate: ["simulate"]
        case .dropRows: ["dataset", "drop"]
        case .convertDataSet: ["dataset", "convert"]
        case .segment: ["segment"]
        case .train: ["train"]
        case .importModel: ["import"]
        case .teach: ["teach"]
        case .tune: ["tune"]
        case .quantize: ["quantize"]
        case .run: ["run"]
        case .export: ["export"]
        }
    }
}

extension Sentence {
    /// As this command's users know its options and verbs.
    var asCommand: String { worded(by: CommandWording()) }
}

extension ExplainedError {
    /// The sentence as this command's users know its options and verbs.
    var asCommand: String { sentence.asCommand }
}
