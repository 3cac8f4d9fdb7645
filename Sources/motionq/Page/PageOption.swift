import ArgumentParser

/// A page of the browser beside what a verb tells.
struct PageOption: ParsableArguments {
    @Option(help: ArgumentHelp("Also on a page in the browser, at this port or any.", valueName: "port"))
    var page: PagePort?

    /// The option with a value where none stands behind it: `--page`, `--page 8080`.
    static func completed(_ words: [String]) -> [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return words.enumerated().flatMap { index, word in
            let isAlone =
                index < end && word == "--page" && (index + 1 == words.count || PagePort(argument: words[index + 1]) == nil)
            return isAlone ? [word, PagePort.any] : [word]
        }
    }
}

/// A port of this machine's, or any that is free.
struct PagePort: ExpressibleByArgument {
    /// 0: any.
    let number: UInt16
    static let any = "any"

    init(number: UInt16) { self.number = number }

    init?(argument: String) {
        if argument == Self.any {
            number = 0
        } else if let given = UInt16(argument), given > 0 {
            number = given
        } else {
            return nil
        }
    }
}
