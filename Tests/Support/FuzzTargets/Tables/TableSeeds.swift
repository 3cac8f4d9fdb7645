/// Small tables: recordings of ours, the book's, and others'.
enum TableSeeds {
    static let recordings: [[UInt8]] = [ours, withMissingValues, book].map { Array($0.utf8) }

    static let words = [
        "session", "subject", "label", "timestamp_ms", ",ax", ",ay", ",az", ",gx,gy,gz", "nan", "-inf", "1e308", "1e-320", "\r\n",
        "\n\n", ",,", "\"",
        "\u{FEFF}", "thumb", "rest", "-0", "0x1p3", "9007199254740993", "1e12",
    ]

    private static let ours = """
        session,subject,label,timestamp_ms,ax,ay,az,gx,gy,gz
        s1,ann,rest,0,0.01,-0.02,1,0.1,0,-0.1
        s1,ann,rest,20,0.02,-0.01,0.99,0.1,0,-0.1
        s1,ann,shake,40.5,1.5,-1.25,0.5,3,2,1
        s2,ben,shake,0,1.5,-1.25,0.5,3,2,1
        s2,ben,rest,20,0,0,1,0,0,0

        """

    private static let withMissingValues = """
        session,subject,label,timestamp_ms,ax,ay,az,gx,gy,gz,thumb,index finger
        s1,,rest,0,0.01,-0.02,1,0.1,0,-0.1,0.5,
        s1,,rest,10,0.01,-0.02,1,0.1,0,-0.1,,0.25
        s1,,rest,20,0.01,-0.02,1,0.1,0,-0.1,0.75,1

        """

    private static let book = """
        20190101,chop_it,0.1,0.2,0.3,1,2,3,0.1,0.2,-0.9,0.5,0.4,0.3
        20190101,chop_it,0.1,0.2,0.3,1,2,3,0.1,0.2,-0.9,0.5,0.4,0.3
        20190102,rest_it,0.1,0.2,0.3,0,0,0,0.1,0.2,-0.9,0,0,0

        """
}
