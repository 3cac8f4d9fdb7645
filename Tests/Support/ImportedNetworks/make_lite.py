"""Makes the TensorFlow Lite files beside this, and the probabilities that its interpreter gives: python3 make_lite.py (TensorFlow
2.16 or later, and tf_keras, in which the converter finds LSTM layers)"""
import os

os.environ["CUDA_VISIBLE_DEVICES"] = ""
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import keras
import numpy
import tensorflow
import tf_keras
from tf_keras import layers

WINDOW, FEATURES, LABELS, CASES = 10, 3, 3, 16
random = numpy.random.default_rng(15)


def numbers(shape, spread=1.0):
    return (random.standard_normal(shape) * spread).astype("float32")


def network(kit, unroll=False):
    """Two LSTM layers behind a normalisation, two dense ones."""
    start = kit.Input((WINDOW, FEATURES), batch_size=1)
    end = kit.layers.BatchNormalization()(start)
    end = kit.layers.LSTM(36, return_sequences=True, unroll=unroll)(end)
    end = kit.layers.LSTM(24, unroll=unroll)(end)
    end = kit.layers.Dense(12, activation="relu")(end)
    return shaken(kit.Model(start, kit.layers.Dense(LABELS, activation="softmax")(end)))


def shaken(model):
    for variable in model.variables:
        if len(variable.shape) == 2:
            variable.assign(numbers(variable.shape, 1.5 / variable.shape[0] ** 0.5))
        elif "variance" in variable.name:
            variable.assign(numpy.abs(numbers(variable.shape)) + 1)
    return model


windows = numbers((CASES, WINDOW, FEATURES), 2)
examples = numbers((200, 1, WINDOW, FEATURES), 2)
ops = tensorflow.lite.OpsSet


def convert(model, name, types=None, whole=False, quantized=True):
    converter = tensorflow.lite.TFLiteConverter.from_keras_model(model)
    if quantized:
        converter.optimizations = [tensorflow.lite.Optimize.DEFAULT]
    if types:
        converter.representative_dataset = lambda: ([example] for example in examples)
        converter.target_spec.supported_ops = types
    if whole:
        converter.inference_input_type = converter.inference_output_type = tensorflow.int8
    contents = converter.convert()
    with open(f"{name}.tflite", "wb") as file:
        file.write(contents)
    return contents


def cases(contents, name):
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
    head = [f"x_{t}_{k}" for t in range(WINDOW) for k in range(FEATURES)] + [f"p_{k}" for k in range(LABELS)]
    rows = numpy.concatenate([windows.reshape(CASES, -1), numpy.array(found)], 1)
    numpy.savetxt(f"{name}.cases.csv", rows, delimiter=",", header=",".join(head), comments="", fmt="%.9g")
    return numpy.array(found)


def compared(model, name, types=None, whole=False):
    found = cases(convert(model, name, types, whole), name)
    print(name, "differs from float by up to", numpy.abs(found - model.predict(windows, batch_size=1, verbose=0)).max())


model = network(tf_keras)
cases(convert(model, "lite_float", quantized=False), "lite_float")
compared(model, "lite_int8", [ops.TFLITE_BUILTINS_INT8], True)
# Of LSTM layers the converter makes no 16×8.
flat = [layers.Flatten(), layers.Dense(12, activation="relu"), layers.Dense(LABELS, activation="softmax")]
flat = shaken(tf_keras.Sequential([tf_keras.Input((WINDOW, FEATURES), batch_size=1), *flat]))
compared(flat, "lite_16x8", [ops.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8])


def halved(model, name):
    converter = tensorflow.lite.TFLiteConverter.from_keras_model(model)
    converter.optimizations = [tensorflow.lite.Optimize.DEFAULT]
    converter.target_spec.supported_types = [tensorflow.float16]
    contents = converter.convert()
    with open(f"{name}.tflite", "wb") as file:
        file.write(contents)
    cases(contents, name)


halved(model, "lite_half")
# Keras 3 writes an LSTM layer as a loop.
loop = network(keras)
cases(convert(loop, "lite_loop", quantized=False), "lite_loop")
halved(loop, "lite_loop_half")
compared(loop, "lite_loop_dynamic")
convert(network(tf_keras, unroll=True), "lite_unrolled", quantized=False)
