import ArgumentParser

extension ArgumentHelp {
    /// What few need: `--help` leaves it out, `--help-hidden` has it.
    static func rare(_ abstract: String, valueName: String? = nil) -> ArgumentHelp {
        ArgumentHelp(abstract, valueName: valueName, visibility: .hidden)
    }
}

/// The last line of a verb's overview, if `--help` leaves options out.
func allOptions(of verb: String) -> String { "`motionq \(verb) --help-hidden` lists all options." }
