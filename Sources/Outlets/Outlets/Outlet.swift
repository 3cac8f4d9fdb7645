/// Something outside this program that hears what a device does: a broker, a stage, a program on this machine.
///
/// Everything is called on one thread of the outlet's own, behind an `ObserverQueue`, whose bounded queue may lose: the live loop
/// never waits for it.
package protocol Outlet: AnyObject {
    /// Hears the next thing. What cannot be handed on at once is dropped and counted, oldest first.
    func tell(_ news: OutletNews)
    /// Another model recognises for the device from its next greeting on: what names no label has nothing to do.
    func change(to model: OutletModel)
    /// The device is followed no more: hands on what still waits, for so many seconds at most, and ends.
    func close(within seconds: Double)
    /// Samples a second that it asks for; 0: none.
    var channelRate: Double { get }
    /// What never left, so far.
    var dropped: UInt64 { get }
}

extension Outlet {
    package func change(to model: OutletModel) {}
    package var channelRate: Double { 0 }
}
