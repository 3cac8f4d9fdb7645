import ArgumentParser
import MotionQWorkshop

/// Refuses as a wrong use of the command what a request refuses.
func refusing(_ check: () throws(RequestError) -> Void) throws {
    do throws(RequestError) { try check() } catch { throw ValidationError(error.asCommand) }
}
