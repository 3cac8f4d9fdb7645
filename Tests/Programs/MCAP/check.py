"""MCAP files of motionq against mcap and mcap-ros2-support of PyPI: check.py MOTIONQ FOLDER

What motionq writes is read by those libraries, checksums, summary and seeking included, and what they write is read by motionq.
Every number is compared to its last bit. FOLDER is empty and gets the files. Ends with 1 at the first difference.
"""

import csv
import json
import random
import struct
import subprocess
import sys
from pathlib import Path

from mcap.reader import NonSeekingReader, make_reader
from mcap.records import Statistics
from mcap.writer import CompressionType
from mcap.writer import Writer as ContainerWriter
from mcap_ros2.reader import read_ros2_messages
from mcap_ros2.writer import Writer as ROS2Writer

MOTIONQ, FOLDER = sys.argv[1], Path(sys.argv[2])
GRAVITY = 9.80665
AXES = ["ax", "ay", "az", "gx", "gy", "gz"]

# Type definitions as ROS 2 installs them, written here from its documentation.
LINE = "=" * 80
IMU = f"""# Motion of one sensor.
std_msgs/Header header

geometry_msgs/Quaternion orientation
float64[9] orientation_covariance # Row major about x, y, z axes
geometry_msgs/Vector3 angular_velocity
float64[9] angular_velocity_covariance
geometry_msgs/Vector3 linear_acceleration
float64[9] linear_acceleration_covariance
{LINE}
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
{LINE}
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
{LINE}
MSG: geometry_msgs/Quaternion
float64 x 0
float64 y 0
float64 z 0
float64 w 1
{LINE}
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
"""

compared = 0


def require(is_so: bool, what: str) -> None:
    if not is_so:
        sys.exit(f"MCAP: {what}")


def same(found: float | None, wanted: float | None, what: str) -> None:
    """Two numbers are the same bits."""
    global compared
    compared += 1
    is_so = found is None and wanted is None
    if found is not None and wanted is not None:
        is_so = struct.pack("<d", found) == struct.pack("<d", wanted)
    require(is_so, f"{what} is {found!r} and should be {wanted!r}")


def single(number: float) -> float:
    """The nearest number of single precision, which is what a recording holds."""
    return struct.unpack("<f", struct.pack("<f", number))[0]


def run(*arguments: str, fails: int = 0) -> str:
    result = subprocess.run([MOTIONQ, *arguments], capture_output=True, text=True)
    require(result.returncode == fails, f"motionq {' '.join(arguments)} ended with {result.returncode}: {result.stderr}")
    return result.stderr if fails else result.stdout


def write_recording(path: Path, channels: list[str], sessions: list[tuple[str, str, float, int]], seed: int) -> list[dict]:
    """A recording of random motion; its rows, with None for values that are missing."""
    numbers = random.Random(seed)
    rows = []
    for session, subject, start, count in sessions:
        for index in range(count):
            row = {
                "session": session, "subject": subject, "label": numbers.choice(["", "rest", "shake it", "ü"]),
                "timestamp_ms": round(start + index * 1000 / 104, 6),
            }
            for channel in channels:
                missing = channel not in AXES and numbers.random() < 0.3
                # Six digits, which single precision keeps; among them very small and very large ones.
                value = numbers.uniform(-2, 2) * 10 ** numbers.choice([0, 0, 0, -9, 1])
                row[channel] = None if missing else float(f"{value:.5e}")
            rows.append(row)
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["session", "subject", "label", "timestamp_ms", *channels])
        for row in rows:
            writer.writerow(["" if value is None else value for value in row.values()])
    return rows


def read_recording(path: Path) -> list[dict]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def compare_recording(path: Path, rows: list[dict], channels: list[str]) -> None:
    found = read_recording(path)
    require(len(found) == len(rows), f"{path} has {len(found)} rows and should have {len(rows)}")
    for index, (one, other) in enumerate(zip(found, rows)):
        for name in ["session", "subject", "label"]:
            require(one[name] == other[name], f"{path}, row {index}: {name} is {one[name]!r}, not {other[name]!r}")
        for name in ["timestamp_ms", *channels]:
            same(float(one[name]) if one[name] else None, other[name], f"{path}, row {index}: {name}")


def ours(name: str, channels: list[str], sessions: list[tuple[str, str, float, int]], seed: int) -> None:
    """What motionq writes, read by the libraries and by itself."""
    source, made, back = (FOLDER / f"{name}{end}" for end in [".csv", ".mcap", "-back.csv"])
    rows = write_recording(source, channels, sessions, seed)
    run("dataset", "convert", str(source), "-o", str(made), "--units", "g,rad/s")
    with made.open("rb") as file:
        reader = make_reader(file, validate_crcs=True)
        require(reader.get_header().profile == "ros2", "the profile is not ros2")
        summary = reader.get_summary()
        require(summary is not None and isinstance(summary.statistics, Statistics), "there are no statistics")
        messages = list(reader.iter_messages(topics=["/motion"]))
        times = [message.log_time for _, _, message in messages]
        require(times == sorted(times), "the times of the messages fall")
        statistics = summary.statistics
        span = (statistics.message_start_time, statistics.message_end_time)
        require(span == (times[0], times[-1]), "the statistics’ times are others")
        require(statistics.chunk_count == len(summary.chunk_indexes), "chunks without an index")
        # By the index, from the middle on.
        middle = times[len(times) // 2]
        later = [message.log_time for _, _, message in reader.iter_messages(topics=["/motion"], starting_at=middle)]
        require(later == [time for time in times if time >= middle], "seeking finds others")
        require(len(messages) == len(rows), f"{len(messages)} samples and not {len(rows)}")
        for index, ((schema, channel, message), row) in enumerate(zip(messages, rows)):
            require((schema.encoding, channel.message_encoding) == ("jsonschema", "json"), "the encodings are others")
            fields = set(json.loads(schema.data)["properties"])
            sample = json.loads(message.data)
            require(set(sample) <= fields, f"sample {index} has fields that its schema has not")
            require(message.sequence == index, f"sample {index} is numbered {message.sequence}")
            for field in ["session", "label"]:
                require(sample[field] == row[field], f"sample {index}: {field} is {sample[field]!r}")
            require(sample.get("subject", "") == row["subject"], f"sample {index} is of another subject")
            for field in ["timestamp_ms", *channels]:
                same(sample.get(field), row[field], f"sample {index}: {field}")
    with made.open("rb") as file:
        count = sum(1 for _ in NonSeekingReader(file, validate_crcs=True).iter_messages())
        require(count == statistics.message_count, f"{count} messages from front to back, and {statistics.message_count} counted")
    imu = 0
    for prefix in sorted({channel[:-2] for channel in channels if channel[-2:] in AXES}):
        topic = f"/{prefix[:-1]}/imu" if prefix else "/imu"
        whole = [row for row in rows if all(row.get(prefix + axis) is not None for axis in AXES)]
        found = list(read_ros2_messages(made, topics=[topic]))
        require(len(found) == len(whole), f"{len(found)} messages on {topic} and not {len(whole)}")
        for index, (message, row) in enumerate(zip(found, whole)):
            told = message.ros_msg
            stamp = told.header.stamp.sec * 10**9 + told.header.stamp.nanosec
            require(stamp == message.log_time_ns, f"{topic} {index}: the stamp is {stamp}")
            for axis in "xyz":
                a, g = (single(row[f"{prefix}{quantity}{axis}"]) for quantity in "ag")
                same(getattr(told.linear_acceleration, axis), a * GRAVITY, f"{topic} {index}: a{axis}")
                same(getattr(told.angular_velocity, axis), g, f"{topic} {index}: g{axis}")
            require(list(told.orientation_covariance) == [-1] + [0] * 8, f"{topic} {index} has an orientation")
            known = [*told.angular_velocity_covariance, *told.linear_acceleration_covariance]
            require(not any(known), f"{topic} {index} knows covariances")
        imu += len(found)
    require(statistics.message_count == len(rows) + imu, "the statistics count others")
    run("dataset", "convert", str(made), "-o", str(back))
    compare_recording(back, rows, channels)
    print(f"  {name}: {len(rows)} samples and {imu} messages of sensor_msgs/msg/Imu in {statistics.chunk_count} chunks")


def theirs_json(name: str, **options) -> None:
    """Samples that the libraries write, read by motionq."""
    source, made, back = (FOLDER / f"{name}{end}" for end in ["-source.csv", ".mcap", "-back.csv"])
    channels = [*AXES, "flex_0"]
    rows = write_recording(source, channels, [("s1", "ann", 0, 900), ("s2", "", 5, 300)], 7)
    with made.open("wb") as file:
        writer = ContainerWriter(file, **options)
        writer.start(profile="", library="check.py")
        schema = writer.register_schema("motionq.Sample", "jsonschema", b"{}")
        channel = writer.register_channel("/any", "json", schema, {"motionq.channels": ",".join(channels)})
        other = writer.register_channel("/note", "json", 0)
        for index, row in enumerate(rows):
            writer.add_message(channel, index * 10**7, json.dumps(row, indent=1).encode(), index * 10**7)
            writer.add_message(other, index * 10**7, b"\xff" * 50, index * 10**7)
        writer.add_attachment(0, 0, "picture", "image/png", b"\0" * 3000)
        writer.add_metadata("weather", {"sun": "yes"})
        writer.finish()
    run("dataset", "convert", str(made), "-o", str(back))
    compare_recording(back, rows, channels)
    print(f"  {name}: {len(rows)} samples")


def theirs_imu(name: str, chunk_size: int, enable_crcs: bool) -> None:
    """Motion that the libraries write as ROS 2 does, read by motionq."""
    made, back = FOLDER / f"{name}.mcap", FOLDER / f"{name}-back.csv"
    numbers = random.Random(11)
    start = 1_700_000_000 * 10**9
    wanted: dict[str, list[list[float]]] = {"/imu/data": [], "/arm/imu": []}
    with made.open("wb") as file:
        writer = ROS2Writer(file, chunk_size=chunk_size, compression=CompressionType.NONE, enable_crcs=enable_crcs)
        schema = writer.register_msgdef("sensor_msgs/msg/Imu", IMU)
        other = writer.register_msgdef("std_msgs/msg/String", "string data")
        for index in range(1500):
            for topic, rows in wanted.items():
                stamp = start + index * 9_615_385 + len(topic)
                a, g = ([numbers.uniform(-20, 20) for _ in range(3)] for _ in range(2))
                vector = [dict(zip("xyz", values)) for values in (a, g)]
                writer.write_message(topic, schema, {
                    "header": {"stamp": {"sec": stamp // 10**9, "nanosec": stamp % 10**9}, "frame_id": "body"[: index % 5]},
                    "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}, "orientation_covariance": [-1.0] + [0.0] * 8,
                    "angular_velocity": vector[1], "angular_velocity_covariance": [0.0] * 9,
                    "linear_acceleration": vector[0], "linear_acceleration_covariance": [0.0] * 9,
                }, log_time=stamp + 12345)
                rows.append([stamp, *(single(value / GRAVITY) for value in a), *(single(value) for value in g)])
            writer.write_message("/chatter", other, {"data": "hello"}, log_time=start + index)
        writer.finish()
    told = run("dataset", "convert", str(made), "-o", str(back))
    require("/chatter (std_msgs/msg/String): left out" in told, "another topic is not said to be left out")
    found = read_recording(back)
    for topic, rows in wanted.items():
        session = [row for row in found if row["session"] == topic]
        require(len(session) == len(rows), f"{topic} has {len(session)} rows and should have {len(rows)}")
        for row, (stamp, *values) in zip(session, rows):
            same(float(row["timestamp_ms"]), (stamp - rows[0][0]) / 10**6, f"{topic}: timestamp_ms")
            for axis, value in zip(AXES, values):
                same(single(float(row[axis])), value, f"{topic}: {axis}")
    print(f"  {name}: {len(found)} messages on {len(wanted)} topics")


def theirs_named(name: str) -> None:
    """JSON of another program, whose fields have names as dataset convert knows them."""
    made, back = FOLDER / f"{name}.mcap", FOLDER / f"{name}-back.csv"
    numbers = random.Random(13)
    rows = []
    with made.open("wb") as file:
        writer = ContainerWriter(file, compression=CompressionType.NONE, chunk_size=10_000)
        writer.start()
        schema = writer.register_schema("Phone", "jsonschema", b"{}")
        phone, log = writer.register_channel("/phone", "json", schema), writer.register_channel("/log", "json", 0)
        for index in range(400):
            time = 1_700_000_000 * 10**9 + index * 2 * 10**7
            a = [numbers.uniform(-1, 1) for _ in range(2)] + [9.81 + numbers.uniform(-1, 1)]
            g = [numbers.uniform(-1, 1) for _ in range(3)]
            motion = {"acc_ms2": dict(zip("xyz", a)), "gyro_rad_s": dict(zip("xyz", g))}
            moment = {"stamp": {"sec": time // 10**9}, **motion, "activity": "walk"}
            writer.add_message(phone, time, json.dumps(moment).encode(), time)
            writer.add_message(log, time, b'{"level": 2, "message": "warm"}', time)
            rows.append([index * 20.0, *(single(value / GRAVITY) for value in a), *(single(value) for value in g)])
        writer.finish()
    told = run("dataset", "convert", str(made), "-o", str(back))
    require("/log (json): left out" in told, f"a topic without motion is not left out: {told}")
    found = read_recording(back)
    require(len(found) == len(rows), f"{name} has {len(found)} rows and should have {len(rows)}")
    for row, (time, *values) in zip(found, rows):
        require((row["session"], row["label"]) == ("/phone", "walk"), f"{name}: session or label is another one: {row}")
        same(float(row["timestamp_ms"]), time, f"{name}: timestamp_ms")
        for axis, value in zip(AXES, values):
            # The factor of the unit is rounded, by the reader in its own way.
            is_near = abs(float(row[axis]) - value) <= 1.2e-7 * max(abs(value), 1e-3)
            require(is_near, f"{name}: {axis} is {row[axis]} and should be {value}")
    print(f"  {name}: {len(found)} samples")


def refused() -> None:
    """What motionq does not read: the sentence says how to mend it, and no file is left."""
    for compression in [CompressionType.ZSTD, CompressionType.LZ4]:
        made, back = FOLDER / f"{compression.name}.mcap", FOLDER / f"{compression.name}.csv"
        with made.open("wb") as file:
            writer = ContainerWriter(file, compression=compression)
            writer.start()
            channel = writer.register_channel("/any", "json", 0)
            for index in range(200):
                writer.add_message(channel, index, b'{"ax": 1}', index)
            writer.finish()
        told = run("dataset", "convert", str(made), "-o", str(back), fails=65)
        require("mcap compress --compression none" in told and not back.exists(), f"{compression.name} is refused so: {told}")
    whole = (FOLDER / "long.mcap").read_bytes()
    cut, back = FOLDER / "cut.mcap", FOLDER / "cut.csv"
    for part in [9, len(whole) // 3, len(whole) // 2, len(whole) - 1]:
        cut.write_bytes(whole[:part])
        told = run("dataset", "convert", str(cut), "-o", str(back), fails=65)
        require("cut" in told and not back.exists(), f"a file that was cut off is refused so: {told}")
    print("  refused: chunks of zstd and lz4, and files that were cut off")


print("What motionq writes, read by mcap and mcap-ros2-support:")
ours("small", AXES, [("s1", "ann", 0, 3)], 1)
ours("long", AXES, [("s1", "ann", 0, 4000), ("s2", "", -40.5, 2000), ("s1", "Zoë", 1e9, 1000)], 2)
ours("channels", [*AXES, *(f"left.{axis}" for axis in AXES), "flex_0", "lip gap"], [("a", "b", 0, 2500)], 3)
print("What they write, read by motionq:")
theirs_json("json-chunks", compression=CompressionType.NONE, chunk_size=20_000)
theirs_json("json-one-chunk", compression=CompressionType.NONE, enable_crcs=False)
theirs_json("json-without-chunks", compression=CompressionType.NONE, use_chunking=False, enable_data_crcs=True)
theirs_imu("ros2-chunks", 30_000, True)
theirs_imu("ros2-one-chunk", 1 << 30, False)
theirs_named("json-by-names")
refused()
print(f"{compared} numbers are the same to the last bit.")
