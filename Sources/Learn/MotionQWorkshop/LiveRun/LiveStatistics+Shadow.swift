public import LiveLoop

extension LiveStatistics {
    /// What is wrong with a device that classifies by itself, after a run that computed its windows again: other bits, or nothing
    /// to compare. Nil if its bits are this machine's, and also if it had no window.
    public var shadowFault: RequestError? {
        if shadow.differing > 0 {
            return RequestError(
                .badData,
                "the device's bits are not this machine's: it holds another network, or was exported with other decision options")
        }
        if shadow.incomparable > 0 {
            return RequestError(.badData, "the device sends no scores, or those of a network with another number of labels")
        }
        guard shadow.compared == 0, windows > 0 else { return nil }
        let reason =
            shadow.orientationUnknown > 0
            ? "what the device knows of gravity rests on every sample since it began, and this did not hear them all; reset the "
                + "board while this runs"
            : shadow.notRecomputed > 0
                ? "what they rest on came before this began, or was lost; reset the board while this runs"
                : "it sent no predictions"
        return RequestError(.badData, "no window of the device's could be recomputed: \(reason)")
    }
}
