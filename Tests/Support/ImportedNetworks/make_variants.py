"""Makes variants/: a small network with the LSTM fused and as a loop, and each with one thing changed that makes it another network:
python3 make_variants.py (TensorFlow 2.16 or later, and tf_keras)"""
import copy
import os

os.environ["CUDA_VISIBLE_DEVICES"] = ""
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import flatbuffers
import keras
import numpy
import tensorflow
import tf_keras
from tensorflow.lite.python import schema_py_generated as schema

random = numpy.random.default_rng(15)
os.makedirs("variants", exist_ok=True)
OPS = schema.BuiltinOperator


def converted(kit, *recurrent):
    start = kit.Input((4, 3), batch_size=1)
    end = start
    for layer in recurrent:
        end = layer(end)
    end = kit.layers.Dense(4, activation="relu")(end)
    model = kit.Model(start, kit.layers.Dense(3, activation="softmax")(end))
    for variable in model.variables:
        value = random.standard_normal(variable.shape).astype("float32")
        variable.assign(numpy.abs(value) + 1 if "variance" in variable.name else value)
    contents = tensorflow.lite.TFLiteConverter.from_keras_model(model).convert()
    return schema.ModelT.InitFromObj(schema.Model.GetRootAs(contents, 0))


def write(model, name):
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    with open(f"variants/{name}.tflite", "wb") as file:
        file.write(builder.Output())


def code(model, operator):
    found = model.operatorCodes[operator.opcodeIndex]
    return max(found.builtinCode, found.deprecatedBuiltinCode)


def steps(model, graph, wanted):
    return [operator for operator in graph.operators if code(model, operator) == wanted]


def constant(model, graph, like, values):
    """A tensor like another one, with values of its own."""
    tensor = copy.deepcopy(graph.tensors[like])
    buffer = schema.BufferT()
    buffer.data = numpy.frombuffer(values.tobytes(), dtype=numpy.uint8)
    model.buffers.append(buffer)
    tensor.buffer = len(model.buffers) - 1
    graph.tensors.append(tensor)
    return len(graph.tensors) - 1


def values(model, graph, tensor, kind):
    return model.buffers[graph.tensors[tensor].buffer].data.view(kind)


def variants(kind, intact, changes):
    write(intact, f"{kind}_intact")
    for name, change in changes.items():
        model = copy.deepcopy(intact)
        change(model, model.subgraphs[0])
        write(model, f"{kind}_{name}")


def fused(change):
    return lambda model, main: change(model, main, steps(model, main, OPS.UNIDIRECTIONAL_SEQUENCE_LSTM)[0])


def clipped(model, main, lstm):
    lstm.builtinOptions.cellClip = 1.0


def peepholes(model, main, lstm):
    lstm.inputs[9] = lstm.inputs[12]


def projection(model, main, lstm):
    lstm.inputs[16] = lstm.inputs[5]


def relu(model, main, lstm):
    lstm.builtinOptions.fusedActivationFunction = schema.ActivationFunctionType.RELU


def temperature(model, main, lstm):
    steps(model, main, OPS.SOFTMAX)[0].builtinOptions.beta = 2.0


def relu6(model, main, lstm):
    steps(model, main, OPS.FULLY_CONNECTED)[0].builtinOptions.fusedActivationFunction = schema.ActivationFunctionType.RELU6


def turned(model, main, lstm):
    scale = steps(model, main, OPS.MUL)[0]
    divide = schema.OperatorCodeT()
    divide.builtinCode = divide.deprecatedBuiltinCode = OPS.DIV
    divide.version = 1
    model.operatorCodes.append(divide)
    scale.opcodeIndex = len(model.operatorCodes) - 1
    scale.inputs = scale.inputs[::-1]
    scale.builtinOptionsType = schema.BuiltinOptions.DivOptions
    scale.builtinOptions = schema.DivOptionsT()


def sparse(model, main, lstm):
    weights = main.tensors[steps(model, main, OPS.FULLY_CONNECTED)[0].inputs[1]]
    weights.sparsity = schema.SparsityParametersT()


def strided(model, main, lstm):
    pick = steps(model, main, OPS.STRIDED_SLICE)[0]
    pick.inputs[1] = constant(model, main, pick.inputs[1], numpy.array([0, -2, 0], "int32"))
    pick.inputs[2] = constant(model, main, pick.inputs[2], numpy.array([0, -1, 0], "int32"))


variants(
    "fused", converted(tf_keras, tf_keras.layers.BatchNormalization(), tf_keras.layers.LSTM(2)),
    {change.__name__: fused(change)
     for change in [clipped, peepholes, projection, relu, temperature, relu6, turned, sparse, strided]})


def looped(change):
    def changed(model, main):
        loop = steps(model, main, OPS.WHILE)[0]
        options = loop.builtinOptions
        change(model, main, loop, model.subgraphs[options.condSubgraphIndex], model.subgraphs[options.bodySubgraphIndex])

    return changed


def begins_late(model, main, loop, condition, body):
    loop.inputs[1] = constant(model, main, loop.inputs[1], numpy.array(1, "int32"))


def ends_early(model, main, loop, condition, body):
    for less in steps(model, condition, OPS.LESS):
        less.inputs[1] = constant(model, condition, less.inputs[1], numpy.array(2, "int32"))


def counts_by_two(model, main, loop, condition, body):
    count = [step for step in steps(model, body, OPS.ADD) if step.inputs[0] == body.inputs[0]][0]
    count.inputs[1] = constant(model, body, count.inputs[1], numpy.array(2, "int32"))


def last_sum(model, body):
    split = steps(model, body, OPS.SPLIT)[0]
    return [step for step in steps(model, body, OPS.ADD) if step.outputs[0] == split.inputs[1]][0]


def relu_inside(model, main, loop, condition, body):
    last_sum(model, body).builtinOptions.fusedActivationFunction = schema.ActivationFunctionType.RELU


def other_axis(model, main, loop, condition, body):
    steps(model, body, OPS.GATHER)[0].builtinOptions.axis = 1


def doubled(model, main, loop, condition, body):
    last = last_sum(model, body)
    last.inputs[1] = last.inputs[0]


def one_product(model, main, loop, condition, body):
    steps(model, body, OPS.SPLIT)[0].inputs[1] = steps(model, body, OPS.FULLY_CONNECTED)[1].outputs[0]


def newest_first(model, main, loop, condition, body):
    kept = [step for step in steps(model, body, OPS.CONCATENATION) if len(step.inputs) == 3][0]
    kept.inputs[0], kept.inputs[1] = kept.inputs[1], kept.inputs[0]


def state_not_zero(model, main, loop, condition, body):
    place = [index for index, tensor in enumerate(loop.inputs) if list(main.tensors[tensor].shape) == [1, 2]][0]
    loop.inputs[place] = constant(model, main, loop.inputs[place], numpy.ones(2, "float32"))


def gates_swapped(model, main, loop, condition, body):
    first, second = steps(model, body, OPS.LOGISTIC)[:2]
    first.inputs, second.inputs = second.inputs, first.inputs


variants(
    "loop", converted(keras, keras.layers.LSTM(2, return_sequences=True), keras.layers.LSTM(2)),
    {change.__name__: looped(change)
     for change in [begins_late, ends_early, counts_by_two, relu_inside, other_axis, doubled, one_product, newest_first,
                    state_not_zero, gates_swapped]})
