import ArgumentParser
import Formatting
import Foundation

/// The words of the command line, any bytes of which stay what they are, and what its parser says of them.
enum CommandLineBytes {
    /// Without the program's own name. Bytes that are no UTF-8 are kept, because a name of a file may have them.
    static var words: [String] {
        (1..<Int(max(1, CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { word in
                UndecodableBytes.text(UnsafeRawBufferPointer(start: word, count: strlen(word)))
            }
        }
    }

    /// Ends the program with what ArgumentParser has to say: help on standard output, refusals on standard error.
    static func exit(with error: any Error, words: [String]) -> Never {
        var message = MotionQ.fullMessage(for: error)
        // The parser quotes words, and a line feed in one would begin a line that is none of ours.
        for word in words.flatMap({ [$0, String($0.drop { $0 != "=" }.dropFirst())] }) where printable(word) != word {
            message = escaping(word, in: message)
        }
        let status = MotionQ.exitCode(for: error)
        if !message.isEmpty { if status == .success { Output.text(message) } else { Output.note(message) } }
        MotionQ.exit(withError: status)
    }

    /// By hand: the standard library's `replacing` and Foundation's weigh megabytes here.
    private static func escaping(_ word: String, in message: String) -> String {
        let (word, message) = (Array(word.unicodeScalars), Array(message.unicodeScalars))
        var shown = String.UnicodeScalarView()
        var index = 0
        while index < message.count {
            let isWord = message[index...].starts(with: word)
            let taken = isWord ? word : [message[index]]
            let text = String(String.UnicodeScalarView(taken))
            shown.append(contentsOf: (isWord ? printable(text) : text).unicodeScalars)
            index += taken.count
        }
        return String(shown)
    }
}
