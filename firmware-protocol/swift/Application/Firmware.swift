import CBoard

/// The main loop: bytes in, samples in, what is due, bytes out, and sleep until an interrupt comes.
@c(firmware_main)
func firmwareMain() {
    Watchdog.start()
    let report = FaultReport.take()
    var device = Device(after: report, running: DeviceNetwork.atBoot(keepsStill: report?.keepsStill ?? false))
    while true {
        device.receive()
        device.sample()
        device.poll()
        device.send()
        device.prepare()
        Watchdog.feed()
        sleepUnlessWorkWaits()
    }
}

/// Interrupts are held back while it is decided: one that comes in between ends the sleep at once.
private func sleepUnlessWorkWaits() {
    board_hold_interrupts()
    if !HostPort.hasInput, !Clock.hasTick { board_wait() }
    board_release_interrupts()
}
