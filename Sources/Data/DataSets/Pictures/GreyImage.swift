/// A picture in shades of grey, row after row from the top.
public struct GreyImage: Sendable, Equatable {
    /// Pixels in a row, 1 or more.
    public let width: Int
    /// Rows, 1 or more.
    public let height: Int
    /// `height × width`; 0 is black, 255 white.
    public private(set) var pixels: [UInt8]

    /// Traps unless there are as many pixels as width and height say.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 1 && height >= 1 && pixels.count == width * height, "a picture has width × height pixels")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    public subscript(row: Int, column: Int) -> UInt8 { pixels[row * width + column] }

    /// Stretched or compressed to a square: every pixel is the one that lies nearest to its middle, so that no shade is new.
    ///
    /// - Parameter side: pixels, 1 or more.
    public func square(_ side: Int) -> GreyImage {
        precondition(side >= 1, "a picture has a pixel at least")
        let columns = (0..<side).map { (2 * $0 + 1) * width / (2 * side) }
        let rows = (0..<side).map { (2 * $0 + 1) * height / (2 * side) }
        return GreyImage(width: side, height: side, pixels: rows.flatMap { row in columns.map { self[row, $0] } })
    }
}
