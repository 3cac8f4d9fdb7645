import ArgumentParser
import DataSets
import Files
import Formatting
import ModelImport
import Models
import MotionCore
import Quantization
import Recordings
import Segmentation
import Training
import Transport

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

    /// The one rule of all verbs for what the file system says.
    init(_ error: FileError) {
        switch error.code {
        case .absent, .unreadable: code = .noInput
        case .tooLarge: code = .badData
        case .unwritable: code = .inputOutput
        }
        description = "\(error)"
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

/// Runs a verb's body and turns every failure it knows into a sentence and its exit code.
func reportingRefusals(_ body: () throws -> Void) throws {
    do {
        try body()
    } catch let refusal as Refusal {
        throw refusal.exit()
    } catch let error as ModelFileError where error.file.lowercased().hasSuffix(".mlmodel") && error.code != .unreadable {
        let mend: ShellCommand = "motionq import \(path: error.file) -o NAME.safetensors"
        throw Refusal(.badData, "\(error.file) is a Core ML model; import it first: \(mend)").exit()
    } catch let error as ModelFileError {
        let code: Refusal.Code = error.code == .unreadable ? .noInput : error.code == .unwritable ? .inputOutput : .badData
        throw Refusal(code, "\(error)").exit()
    } catch let error as FileError {
        throw Refusal(error).exit()
    } catch let error as ImportError where error.code == .unknownFormat {
        throw Refusal(.usage, "\(error.file) \(error.problem)").exit()
    } catch let error as ImportError {
        throw Refusal(error.code == .unreadable ? .noInput : .badData, "\(error)").exit()
    } catch let error as RecordingError {
        if case .notWritable = error { throw Refusal(.inputOutput, "\(error)").exit() }
        throw Refusal(error.isMissingInput ? .noInput : .badData, "\(error)").exit()
    } catch let error as DataSetError {
        throw Refusal(.badData, "\(error)").exit()
    } catch let error as CurationError {
        throw Refusal(.badData, "\(error)").exit()
    } catch let error as ExportError {
        throw Refusal(.badData, "\(error)").exit()
    } catch let error as TrainingError {
        throw Refusal(.badData, "\(error)").exit()
    } catch let error as ConversionError {
        if let cause = error.cause { try reportingRefusals { throw cause } }
        throw Refusal(.badData, "\(error)").exit()
    } catch let error as QuantizerError {
        throw Refusal(.badData, "the network cannot be quantized: \(error)").exit()
    } catch NetworkError.kernels(let asked) {
        throw Refusal(.usage, "\(NetworkError.kernels(asked: asked))").exit()
    } catch let error as NetworkError {
        throw Refusal(.badData, "the network cannot run: \(error)").exit()
    } catch let error as MissingFeature {
        let known = RecordedSession.channelNames.joined(separator: ", ")
        throw Refusal(.badData, "the model reads “\(error.name)”, recordings hold \(known); import it with --inputs").exit()
    } catch let error as SegmentSettingsError {
        throw Refusal(.badData, "\(error)").exit()
    } catch let error as TransportError {
        throw Refusal(error.code == .io ? .inputOutput : .unavailable, "\(error)").exit()
    }
}
