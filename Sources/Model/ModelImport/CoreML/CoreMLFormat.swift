/// Field numbers of Core ML's model file beyond those that are read: what a refused model or layer is called.
enum CoreMLFormat {
    /// What one is called, and within which bounds it is decoded.
    static let file = MessageFile(article: "a", name: "Core ML", ending: ".mlmodel", byteLimit: 64 << 20, fieldLimit: 100_000)

    /// The field of an ML program.
    static let program = 502

    /// Kinds of model that are not a neural-network classifier, with what to do about each.
    static func modelKind(_ number: Int) -> String? {
        switch number {
        case 200...202: "a pipeline"
        case 300: "a generalised linear regressor"
        case 301: "a support vector regressor"
        case 302: "a tree ensemble regressor"
        case 303: "a neural-network regressor"
        case 304: "a Bayesian probit regressor"
        case 400: "a generalised linear classifier"
        case 401: "a support vector classifier"
        case 402: "a tree ensemble classifier"
        case 404: "a nearest-neighbour classifier"
        case 500: "a neural network without class labels"
        case 501: "a recommender"
        case program: "an ML program"
        case 555, 556: "a custom or linked model"
        case 600...699: "a feature transformer"
        case 900: "the identity model"
        case 2000...: "one of Apple's built-in models"
        default: nil
        }
    }

    /// Kinds of layer that are not imported.
    static let layerKinds: [Int: String] = [
        120: "pooling", 150: "embedding", 165: "mean and variance normalisation", 170: "L2 normalisation",
        180: "local response normalisation", 190: "crop", 200: "padding", 210: "upsampling", 220: "unary function", 230: "add",
        231: "multiply", 240: "average", 245: "scale", 250: "bias", 260: "maximum", 261: "minimum", 270: "dot product",
        280: "reduction", 290: "constant", 340: "sequence repeat", 345: "reorganisation", 400: "simple recurrent", 410: "GRU",
        430: "bidirectional LSTM", 500: "custom",
    ]
}
