import Foundation

/// What standard output can show: whether pictures can be drawn over, in which colours, and how much fits.
enum Terminal {
    /// How many colours may be used.
    enum Colours { case none, sixteen, palette, all }

    /// Whether lines can be drawn over: a terminal that obeys escape sequences. `TERM=dumb` does not.
    static var drawsPictures: Bool { isatty(1) == 1 && !["", "dumb"].contains(environment("TERM")) }

    /// By the habits of other programs: `NO_COLOR` (no-color.org), `CLICOLOR=0`, `COLORTERM` and `TERM`.
    static let colours: Colours = {
        guard environment("NO_COLOR").isEmpty, environment("CLICOLOR") != "0", drawsPictures else { return .none }
        if ["truecolor", "24bit"].contains(environment("COLORTERM")) { return .all }
        return environment("TERM").hasSuffix("256color") ? .palette : .sixteen
    }()

    /// Columns and rows; 80 by 24 where nothing tells.
    static var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    private static func environment(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
}
