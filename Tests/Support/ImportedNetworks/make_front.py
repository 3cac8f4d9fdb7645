"""Makes the Keras and TensorFlow Lite files beside this whose samples pass convolutions or pooling, and the probabilities that Keras
and TensorFlow Lite's interpreter give: python3 make_front.py (TensorFlow 2.16 or later, and tf_keras)"""
import os

os.environ["CUDA_VISIBLE_DEVICES"] = ""
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import keras
import numpy
import tensorflow
import tf_keras

WINDOW, FEATURES, LABELS, CASES = 20, 3, 3, 16
random = numpy.random.default_rng(47)


def numbers(shape, spread=1.0):
    return (random.standard_normal(shape) * spread).astype("float32")


windows = numbers((CASES, WINDOW, FEATURES), 2)
examples = numbers((200, 1, WINDOW, FEATURES), 2)


def stack(layers, name):
    """The layers of a network; others are made no names of."""
    return {
        "lstm": lambda: [
            layers.Conv1D(8, 5, activation="relu"),
            layers.BatchNormalization(),
            layers.MaxPooling1D(2),
            layers.Conv1D(6, 3, padding="causal", use_bias=False),
            layers.BatchNormalization(),
            layers.ReLU(),
            layers.Dropout(0.2),
            layers.LSTM(7),
            layers.Dense(LABELS, activation="softmax"),
        ],
        "dilated": lambda: [
            layers.BatchNormalization(),
            layers.Conv1D(6, 3, padding="causal", dilation_rate=2, activation="relu"),
            layers.BatchNormalization(),
            layers.Conv1D(5, 3, padding="causal"),
            layers.Conv1D(4, 2, strides=2, activation="relu"),
            layers.AveragePooling1D(3, strides=1),
            layers.LSTM(5, return_sequences=True),
            layers.LSTM(4),
            layers.Dense(LABELS, activation="softmax"),
        ],
        "flat": lambda: [
            layers.Conv1D(8, 3, activation="relu"),
            layers.BatchNormalization(),
            layers.MaxPooling1D(2, padding="same"),
            layers.Flatten(),
            layers.Dense(9, activation="relu"),
            layers.Dense(LABELS, activation="softmax"),
        ],
        "plain": lambda: [layers.Conv1D(5, 4, strides=3, activation="relu"), layers.Flatten(), layers.Dense(LABELS, activation="softmax")],
        "mean": lambda: [
            layers.Conv1D(8, 3, activation="relu"),
            layers.Conv1D(6, 3, padding="causal", activation="relu"),
            layers.GlobalAveragePooling1D(),
            layers.Dense(LABELS, activation="softmax"),
        ],
        "largest": lambda: [
            layers.AveragePooling1D(2),
            layers.Conv1D(8, 1, padding="same", activation="relu"),
            layers.GlobalMaxPooling1D(),
            layers.Dense(4, activation="relu"),
            layers.Dense(LABELS, activation="softmax"),
        ],
        "pooled": lambda: [layers.MaxPooling1D(4, strides=3), layers.LSTM(5), layers.Dense(LABELS, activation="softmax")],
    }[name]()


def built(kit, name, batch=None, spread=1.2):
    kit.backend.clear_session()
    model = kit.Sequential([kit.Input((WINDOW, FEATURES), batch_size=batch), *stack(kit.layers, name)])
    for layer in model.layers:
        for variable in layer.weights:
            value = numbers(variable.shape, spread / numpy.prod(variable.shape[:-1]) ** 0.5 if len(variable.shape) > 1 else 0.5)
            if "seed" in variable.name:
                continue
            variable.assign(numpy.abs(value) + 0.5 if "variance" in variable.name else value)
    return model


def table(name, probabilities):
    head = [f"x_{t}_{k}" for t in range(WINDOW) for k in range(FEATURES)] + [f"p_{k}" for k in range(LABELS)]
    rows = numpy.concatenate([windows.reshape(CASES, -1), probabilities], 1)
    numpy.savetxt(f"{name}.cases.csv", rows, delimiter=",", header=",".join(head), comments="", fmt="%.9g")


def interpreted(contents):
    interpreter = tensorflow.lite.Interpreter(model_content=contents)
    found = []
    for window in windows:
        interpreter.allocate_tensors()
        interpreter.reset_all_variables()
        source, target = interpreter.get_input_details()[0], interpreter.get_output_details()[0]
        value = window[None]
        if source["dtype"] == numpy.int8:
            scale, zero = source["quantization"]
            value = numpy.clip(numpy.round(value / scale) + zero, -128, 127).astype("int8")
        interpreter.set_tensor(source["index"], value)
        interpreter.invoke()
        result = interpreter.get_tensor(target["index"])[0]
        if target["dtype"] == numpy.int8:
            scale, zero = target["quantization"]
            result = (result.astype("float32") - zero) * scale
        found.append(result)
    return numpy.array(found)


def converted(model, name, types=None, whole=False):
    converter = tensorflow.lite.TFLiteConverter.from_keras_model(model)
    if types:
        converter.optimizations = [tensorflow.lite.Optimize.DEFAULT]
        converter.representative_dataset = lambda: ([example] for example in examples)
        converter.target_spec.supported_ops = types
    if whole:
        converter.inference_input_type = converter.inference_output_type = tensorflow.int8
    contents = converter.convert()
    with open(f"{name}.tflite", "wb") as file:
        file.write(contents)
    probabilities = interpreted(contents)
    expected = model.predict(windows, batch_size=1, verbose=0)
    print(name, "differs from Keras by up to", numpy.abs(probabilities - expected).max())
    table(name, probabilities)


ops = tensorflow.lite.OpsSet
for name in ("lstm", "dilated", "flat", "plain", "mean", "largest", "pooled"):
    model = built(keras, name)
    model.save(f"front_{name}.keras")
    table(f"front_{name}", model.predict(windows, verbose=0))
older = built(tf_keras, "lstm")
older.save("front_lstm2.h5")
table("front_lstm2", older.predict(windows, verbose=0))

for name in ("lstm", "dilated", "flat", "mean", "largest"):
    converted(built(tf_keras, name, 1), f"lite_front_{name}")
converted(built(keras, "lstm", 1), "lite_front_loop")
converted(built(tf_keras, "lstm", 1, 0.8), "lite_front_int8", [ops.TFLITE_BUILTINS_INT8], True)
converted(
    built(tf_keras, "flat", 1), "lite_front_16x8", [ops.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8])
