"""Makes the files of GRU networks beside this, and the probabilities that Keras gives: python3 make_gru.py (TensorFlow 2.16 or
later, and tf_keras)"""
import os

os.environ["CUDA_VISIBLE_DEVICES"] = ""
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import keras
import numpy
import tf_keras

WINDOW, FEATURES, LABELS, CASES = 12, 3, 3, 16
random = numpy.random.default_rng(18)


def numbers(shape, spread=1.0):
    return (random.standard_normal(shape) * spread).astype("float32")


windows = numbers((CASES, WINDOW, FEATURES), 2)


def saved(kit, file, name, stack, batch=None):
    kit.backend.clear_session()
    model = kit.Sequential([kit.Input((WINDOW, FEATURES), batch_size=batch), *stack(kit.layers)])
    for variable in model.weights:
        if "seed" in variable.name:
            continue
        variable.assign(numbers(variable.shape, 1.2 / variable.shape[0] ** 0.5 if len(variable.shape) > 1 else 0.5))
    model.save(file)
    for layer in model.layers:
        if getattr(layer, "stateful", False):
            layer.reset_states() if hasattr(layer, "reset_states") else layer.reset_state()
    probabilities = model.predict(windows, batch_size=batch or CASES, verbose=0)
    head = [f"x_{t}_{k}" for t in range(WINDOW) for k in range(FEATURES)] + [f"p_{k}" for k in range(LABELS)]
    rows = numpy.concatenate([windows.reshape(CASES, -1), probabilities], 1)
    numpy.savetxt(f"{name}.cases.csv", rows, delimiter=",", header=",".join(head), comments="", fmt="%.9g")


def stacked(layers):
    return [layers.GRU(7, return_sequences=True, dropout=0.1), layers.GRU(5), layers.Dense(LABELS, activation="softmax")]


saved(keras, "gru_stacked.keras", "gru_stacked", stacked)
saved(tf_keras, "gru_stacked2.h5", "gru_stacked2", stacked)
saved(
    keras, "gru_mixed.keras", "gru_mixed", lambda layers: [
        layers.Conv1D(6, 3, activation="relu"),
        layers.GRU(6, return_sequences=True, use_bias=False),
        layers.LSTM(5),
        layers.Dense(LABELS, activation="softmax"),
    ])
saved(
    keras, "gru_stateful.keras", "gru_stateful", lambda layers: [
        layers.GRU(6, stateful=True),
        layers.Dense(LABELS, activation="softmax"),
    ], batch=1)
saved(
    keras, "gru_reset_before.keras", "gru_reset_before", lambda layers: [
        layers.GRU(4, reset_after=False),
        layers.Dense(LABELS, activation="softmax"),
    ])
os.remove("gru_reset_before.cases.csv")
