"""Makes the Keras files beside this, and the probabilities that Keras gives: python3 make_keras.py (TensorFlow 2.16 or later, and
tf_keras, which is Keras 2)"""
import os

os.environ["CUDA_VISIBLE_DEVICES"] = ""
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import keras
import numpy
import tf_keras
from keras import layers

WINDOW, FEATURES, LABELS, CASES = 6, 3, 3, 16
random = numpy.random.default_rng(15)


def numbers(shape, spread=1.0):
    return (random.standard_normal(shape) * spread).astype("float32")


def shake(model):
    """Weights and statistics as training may leave them."""
    for layer in model.layers:
        for variable in layer.variables:
            if "seed" in variable.name or "state" in variable.name or variable.name in ("count", "mean", "variance"):
                continue
            value = numbers(variable.shape, 0.6)
            variable.assign(numpy.abs(value) + 0.5 if "variance" in variable.name else value)


def cases(model, name, windows):
    probabilities = model.predict(windows, batch_size=1 if "stateful" in name else 16, verbose=0)
    if probabilities.shape[1] == 1:
        probabilities = numpy.concatenate([1 - probabilities, probabilities], 1)
    head = [f"x_{t}_{k}" for t in range(WINDOW) for k in range(FEATURES)]
    head += [f"p_{k}" for k in range(probabilities.shape[1])]
    rows = numpy.concatenate([windows.reshape(len(windows), -1), probabilities], 1)
    numpy.savetxt(f"{name}.cases.csv", rows, delimiter=",", header=",".join(head), comments="", fmt="%.9g")


windows = numbers((CASES, WINDOW, FEATURES), 2)


def stack(layers):
    return [
        layers.BatchNormalization(),
        layers.LSTM(5, return_sequences=True),
        layers.Dropout(0.2),
        layers.BatchNormalization(scale=False),
        layers.LSTM(4, dropout=0.1),
        layers.Dense(6, use_bias=False),
        layers.BatchNormalization(),
        layers.Activation("relu"),
        layers.Dense(LABELS, activation="softmax"),
    ]


stacked = keras.Sequential([keras.Input((WINDOW, FEATURES)), *stack(layers)])
shake(stacked)
stacked.save("keras_stacked.keras")
stacked.save("keras_stacked.h5")
cases(stacked, "keras_stacked", windows)

# The same network in Keras 2, as a functional model.
start = tf_keras.Input((WINDOW, FEATURES))
end = start
for layer in stack(tf_keras.layers):
    end = layer(end)
older = tf_keras.Model(start, end)
older.set_weights(stacked.get_weights())
older.save("keras2_stacked.keras")
older.save("keras2_stacked.h5")

normalised = layers.Normalization()
normalised.adapt(windows)
start = keras.Input((None, FEATURES), name="motion")
end = layers.LSTM(6)(layers.Rescaling([0.5, 1, 2], offset=[0, 0.1, -0.2])(normalised(start)))
end = layers.Dense(LABELS)(layers.ReLU()(layers.Dense(5)(layers.GaussianNoise(0.1)(end))))
functional = keras.Model(start, layers.Softmax()(end))
shake(functional)
functional.save("keras_functional.keras")
cases(functional, "keras_functional", windows)

stateful = keras.Sequential(
    [
        keras.Input(batch_shape=(1, WINDOW, FEATURES)),
        layers.LSTM(5, stateful=True, return_sequences=True),
        layers.LSTM(4, stateful=True),
        layers.Dense(LABELS, activation="softmax"),
    ])
shake(stateful)
stateful.save("keras_stateful.keras")
for layer in stateful.layers[:2]:
    layer.reset_states()
cases(stateful, "keras_stateful", windows)

binary = keras.Sequential(
    [keras.Input((WINDOW, FEATURES)), layers.LSTM(4, use_bias=False), layers.Dense(1, activation="sigmoid")])
shake(binary)
binary.save("keras_binary.h5")
cases(binary, "keras_binary", windows)

flat = keras.Sequential(
    [
        keras.Input((WINDOW, FEATURES)),
        layers.Flatten(),
        layers.Dense(7, activation="relu"),
        layers.Dense(LABELS, activation="softmax"),
    ])
shake(flat)
flat.save("keras_flat.keras")
cases(flat, "keras_flat", windows)
