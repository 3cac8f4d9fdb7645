import ArgumentParser
import Formatting

/// One sentence for a person and an exit code for a program.
struct Refusal: Error, CustomStringConvertible {
    /// sysexits.h
    enum Code: Int32 {
        case usage = 64
        case badData = 65
        case noInput = 66
        case unavailable = 69
        /// A fault of this program.
        case software = 70
        case inputOutput = 74
    }

    let code: Code
    let description: String

    /// What a library says, in the words of this command.
    init(_ error: any ExplainedError) {
        self.init(Code(error.kind), error.asCommand)
    }

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Says the sentence, which may quote a file, on standard error and gives what ArgumentParser exits with.
    func exit() -> ExitCode {
        Output.note("motionq: \(printable(description))")
        return ExitCode(code.rawValue)
    }
}

extension ExplainedError {
    /// Its sentence in the words of this command, and its exit code.
    var refusal: Refusal { Refusal(self) }
}

extension Refusal.Code {
    init(_ kind: FailureKind) {
        self =
            switch kind {
            case .usage: .usage
            case .badData: .badData
            case .noInput: .noInput
            case .unavailable: .unavailable
            case .software: .software
            case .inputOutput: .inputOutput
            }
    }
}

/// Runs a verb's body and turns every failure that explains itself into a sentence and its exit code.
func reportingRefusals(_ body: () throws -> Void) throws {
    do {
        try body()
    } catch let refusal as Refusal {
        throw refusal.exit()
    } catch let error as any ExplainedError {
        throw Refusal(error).exit()
    }
}
