import ArgumentParser

struct PageVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Do it all on a page in the browser.",
        discussion: """
            The page is for this machine alone, at an address that holds a secret; nothing leaves the machine. Ends with Ctrl-C.

            \(allOptions(of: "page"))
            """)

    @Option(help: "Begin with this device; else the page asks which.") var port: String?
    @OptionGroup var manner: PortManner
    @Option(name: .shortAndLong, help: "Folder for what is taught and kept; made when it is needed.")
    var output = OutputPath(argument: "gestures")
    @Option(help: ArgumentHelp("Serve the page at this port of the machine. Default: one that is free.", valueName: "port"))
    var page: PagePort?

    func validate() throws {
        if let port { try requireText(port, "--port") }
        try manner.foreign.sent.requireUnitsOfDevice()
        guard !manner.findsAxes else { throw ValidationError("--axes auto is for run; say the axes here") }
    }

    func run() throws {
        try reportingRefusals {
            try WorkDesk(manner, folder: WorkFolder(path: output.path)).serve(at: page ?? .init(number: 0), first: port)
        }
    }
}
