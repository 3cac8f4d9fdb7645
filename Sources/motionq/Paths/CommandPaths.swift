import ArgumentParser
import Files
import Recordings

/// A verb whose output may be the model that it reads: the old one is whole in memory before the new one takes its place.
protocol ReplacesItsModel: ParsableCommand {
    /// The model that is read; nil if none is.
    var replaceableModel: String? { get }
}

/// A verb that writes certain files of the folder that `--output` names, beside whatever else is in it.
protocol FillsAFolder: ParsableCommand {
    /// Their paths.
    var filesOfOutput: [String] { get }
}

/// What a parsed command reads and writes, found by the types of its options: `InputPath` and `OutputPath`.
///
/// The one check of all verbs that no output is an input and that each has a folder to stand in: it runs once the words are parsed,
/// before the verb does anything.
struct CommandPaths {
    private(set) var inputs: [String] = []
    /// With the option that names each, as `--output`.
    private(set) var outputs: [(path: String, option: String)] = []
    /// Files within outputs that are folders, likewise.
    private let filled: [(path: String, option: String)]
    private let replaceable: FileIdentity?

    init(of command: any ParsableCommand) {
        replaceable = (command as? any ReplacesItsModel)?.replaceableModel.flatMap { FileIdentity(of: $0) }
        filled = (command as? any FillsAFolder)?.filesOfOutput.map { ($0, "--output") } ?? []
        collect(command)
    }

    /// Refuses an output that is an input or another output, whatever either is called: through links, by another way, by another
    /// name of the same file. Folders among the inputs stand for the recordings in them.
    func requireApart() throws {
        let outputs = outputs + filled
        for (index, output) in outputs.enumerated() {
            // What is written to a device or a pipe replaces nothing.
            guard FileKind(at: output.path) != .other, let written = FileIdentity(of: output.path) else { continue }
            if output.option == "--output", written == replaceable { continue }
            for input in Self.withRecordings(inputs) where FileIdentity(of: input) == written {
                throw Refusal(.usage, "\(input) would be overwritten; choose another \(output.option)")
            }
            if let other = outputs[..<index].first(where: { FileIdentity(of: $0.path) == written }) {
                throw Refusal(.usage, "\(output.path) and \(other.path) are one file; choose another \(output.option)")
            }
        }
    }

    /// Refuses an output in a folder that is not there, before anything is done. A folder that is an output is made; what stands
    /// above it is not: a name that is misspelled would be made with all that is in it.
    func requireFolders() throws {
        for output in outputs {
            let folder = Path.folder(of: output.path)
            guard FileKind(at: folder) == nil else { continue }
            throw Refusal(
                .inputOutput,
                "\(output.path) cannot be written: there is no folder \(folder); make it, or choose another \(output.option)")
        }
    }

    /// Goes through the options of a command, or of a group of them.
    private mutating func collect(_ arguments: any ParsableArguments) {
        for child in Mirror(reflecting: arguments).children {
            if let group = child.value as? any ArgumentGroup {
                collect(group.arguments)
            } else if let option = child.value as? any PathCarrier {
                inputs += option.inputPaths
                outputs += option.outputPaths.map { ($0, Self.option(of: child.label ?? "")) }
            }
        }
    }

    /// These paths and the recordings in the folders among them, as far as they can be listed: the verb says what cannot.
    private static func withRecordings(_ paths: [String]) -> [String] {
        paths + paths.flatMap { (try? recordingFiles(at: [$0])) ?? [] }
    }

    /// `_stateDict` is what `--state-dict` is kept in.
    private static func option(of label: String) -> String {
        label.reduce(into: "-") { name, letter in
            name += letter == "_" ? "-" : letter.isUppercase ? "-\(letter.lowercased())" : String(letter)
        }
    }
}

// MARK: - What the parser's property wrappers hold

/// Options that stand in a struct of their own.
private protocol ArgumentGroup {
    var arguments: any ParsableArguments { get }
}

extension OptionGroup: ArgumentGroup {
    fileprivate var arguments: any ParsableArguments { wrappedValue }
}

/// A value with paths in it, however it is wrapped.
private protocol PathCarrier {
    var inputPaths: [String] { get }
    var outputPaths: [String] { get }
}

extension InputPath: PathCarrier {
    fileprivate var inputPaths: [String] { [path] }
    fileprivate var outputPaths: [String] { [] }
}

extension OutputPath: PathCarrier {
    fileprivate var inputPaths: [String] { [] }
    fileprivate var outputPaths: [String] { [path] }
}

extension Optional: PathCarrier where Wrapped: PathCarrier {
    fileprivate var inputPaths: [String] { map(\.inputPaths) ?? [] }
    fileprivate var outputPaths: [String] { map(\.outputPaths) ?? [] }
}

extension Array: PathCarrier where Element: PathCarrier {
    fileprivate var inputPaths: [String] { flatMap(\.inputPaths) }
    fileprivate var outputPaths: [String] { flatMap(\.outputPaths) }
}

extension Option: PathCarrier where Value: PathCarrier {
    fileprivate var inputPaths: [String] { wrappedValue.inputPaths }
    fileprivate var outputPaths: [String] { wrappedValue.outputPaths }
}

extension Argument: PathCarrier where Value: PathCarrier {
    fileprivate var inputPaths: [String] { wrappedValue.inputPaths }
    fileprivate var outputPaths: [String] { wrappedValue.outputPaths }
}
