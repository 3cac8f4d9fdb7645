import ArgumentParser
import Formatting

/// Refuses as a wrong use of the command what a library refuses.
func refusing<Problem: ExplainedError>(_ check: () throws(Problem) -> Void) throws {
    do throws(Problem) { try check() } catch { throw ValidationError(error.asCommand) }
}
