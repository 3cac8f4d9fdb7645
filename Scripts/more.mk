# For those who change the project; the Makefile includes it. Targets that need boards and emulators stand last.
# Recordings of people and a book's model, for `make demo-real` only; they are not part of this repository.
DATA ?= ../shared/data
# Whose network the firmware gets.
MODEL ?= Sources/motionq/Resources/demo.safetensors
# Through the environment, so that no shell reads their names as its own words.
export DATA MODEL
DEMO = .build/demo
FIRMWARE = .build/firmware
# No other tests; Tests/XCTMain.swift has the reason that it must be said.
SWIFT_TESTING = --enable-swift-testing --disable-xctest

.PHONY: broker-bench broker-test devices-bench fleet-bench mcap-test page-test page-bench page-pictures more test-build check \
	format package-test protocol-test kernel-test oracle-test rig faults fuzz hostile interrupts demo-real demo-model base-model \
	firmware firmware-demo firmware-test arduino arduino-test neon-test cortex-test chips-test replug soak arena

more:  ## these lines
	@grep -E '^[a-z-]+:.*##' Scripts/more.mk | sed -E 's/:[^#]*## /\t/' | expand -t 16

test-build: setup
	@sh Scripts/build.sh $(SWIFT) --build-tests

check: setup  ## the layout, imports that are not used, the device core in Embedded mode and in a debug build
	@sh Scripts/format.sh $(SWIFT)
	@sh Scripts/imports.sh
	@sh Scripts/embedded.sh $(SWIFT)
	@sh Scripts/examples.sh $(SWIFT)

format:  ## lay the code out as the checks want it
	@sh Scripts/format.sh $(SWIFT) --apply

package-test: build  ## README.md's program and the examples, with the library by a git tag of a temporary clone, as a stranger has it
	@sh Scripts/package.sh $(SWIFT) $(MOTIONQ)

protocol-test:  ## the C library of the protocol, against the golden vectors; the store of networks; the Arduino device on bad ports
	@echo "Testing the C library of the protocol, plain and under sanitizers …"
	@$(MAKE) --no-print-directory -C firmware-protocol/c test sanitize \
		CC=$$(command -v gcc || command -v clang)
	@echo "Testing what the C library derives of six axes …"
	@sh firmware-protocol/inference/tests/derived.sh $$(command -v gcc || command -v clang)
	@echo "Testing inputs that read channels with names …"
	@sh firmware-protocol/inference/tests/named.sh $$(command -v gcc || command -v clang)
	@echo "Testing images of networks and their store with random faults, under sanitizers …"
	@$(MAKE) --no-print-directory -f Tests/Programs/NetworkStore/Makefile CC=$$(command -v gcc || command -v clang)
	@sh firmware-protocol/arduino/tests/ports.sh
	@sh firmware-protocol/arduino/tests/store.sh

kernel-test:  ## the inner loops that this machine can run, against the arithmetic as ARITHMETIC.md has it
	@sh Scripts/kernels.sh $(SWIFT)

oracle-test: test-build  ## the engine against the Python in Tests/Programs/Oracle, which was written from ARITHMETIC.md alone; installs numpy
	@sh Scripts/oracle.sh $(SWIFT)

mcap-test: build  ## MCAP files against PyPI's mcap and mcap-ros2-support, both ways, to the last bit; installs those below .build
	@sh Scripts/mcap.sh $(MOTIONQ)

page-test: test-build  ## the page in a browser without a window; installs Chromium and its driver
	@sh Scripts/page.sh $(SWIFT)

page-bench: test-build  ## what pages take at 1000 Hz, and whether the live path notices, in half an hour
	@MOTIONQ_PAGE_SAMPLES=20000 MOTIONQ_PAGE_MINUTES=12 sh Scripts/page.sh $(SWIFT)

page-pictures: test-build  ## the pictures of the page in docs, out of the page itself; also installs ImageMagick
	@sh Scripts/page-pictures.sh $(SWIFT)

broker-test: test-build  ## gestures by way of a broker, its losses and its secrets; installs mosquitto, and Home Assistant's own rules
	@sh Scripts/broker.sh $(SWIFT)

fleet-bench: build  ## what thousands of devices on one broker take, and what its loss and a shard's cost, in five minutes; needs mosquitto
	@python3 Tests/Programs/Outlets/fleet_bench.py $(MOTIONQ)

broker-bench: build  ## whether a broker, a stage and programs that listen delay the live path, in about ten minutes; needs mosquitto
	@python3 Tests/Programs/Outlets/bench.py $(MOTIONQ) 9

arena: build  ## macro-F1 over people never met, as WHAR Arena has it, on DATA=FOLDER; SEEDS="1 2 3", OPTIONS="--steps 3000"; hours
	@python3 -B Tests/Programs/Arena/arena.py $(MOTIONQ) --data "$$DATA" $(if $(SEEDS),--seeds $(SEEDS)) -- $(OPTIONS)

devices-bench: build  ## how many devices one run follows, in about five minutes
	@python3 Tests/Programs/Live/devices_bench.py $(MOTIONQ)

fuzz: setup  ## inputs of libFuzzer's through every reader, SECONDS=20 each; TARGET=frames one; MEGABYTES=1024 ends a target, too
	@TARGET="$(TARGET)" SECONDS="$(or $(SECONDS),20)" MEGABYTES="$(MEGABYTES)" sh Scripts/fuzz.sh $(SWIFT)

interrupts: build  ## 500 interrupts of every verb that writes a file: nothing may be left over or mixed; in about ten minutes
	@sh Scripts/interrupts.sh $(MOTIONQ)

faults: build  ## every call of the system fails in turn, in most verbs: exit codes, files, lights; in six minutes
	@sh Scripts/faults.sh $(MOTIONQ)

hostile: build  ## kills at any moment, full disks, ten programs at once, floods; in about three minutes
	@python3 -B Tests/Programs/Faults/hostile.py $(MOTIONQ)

rig: firmware  ## motionq at Linux's own serial drivers, in emulators: unplugged, reset, held by others; installs QEMU; in three minutes
	@sh Scripts/rig.sh $(MOTIONQ) "$$MODEL" "$(FIRMWARE)/firmware.elf" $(SCENES)

soak: build  ## a day's samples through run with all that goes on beside it, in five minutes; HOURS=1 in real time; PICTURE=FILE
	@python3 -B Tests/Programs/Live/soak.py $(MOTIONQ) $(if $(HOURS),--hours $(HOURS)) $(if $(PICTURE),--picture $(PICTURE))

replug: build  ## a board that is unplugged a thousand times, through the real libserialport; in three minutes
	@sh Scripts/replug.sh $(MOTIONQ)

demo-real: build  ## the demo with recordings of people and a book's model, from DATA
	@sh Scripts/demo-real.sh $(MOTIONQ) "$$DATA" "$(DEMO)"

demo-model: build  ## train the model of the demo and replace it if bytes differ; with CHECK=1 fail instead
	@sh Scripts/bundled-model.sh $(if $(CHECK),--check) demo $(MOTIONQ) "$(DEMO)" Sources/motionq/Resources/demo.safetensors

base-model: build  ## train the network from which teach starts, in a minute or two, and replace it if bytes differ; CHECK=1 as above
	@sh Scripts/bundled-model.sh $(if $(CHECK),--check) base $(MOTIONQ) "$(DEMO)/base" Sources/motionq/Resources/base.safetensors

firmware: build  ## the firmware for a Cortex-M4 around MODEL's network; installs a compiler and an emulator
	@sh Scripts/firmware.sh $(SWIFT) $(MOTIONQ) "$$MODEL" "$(FIRMWARE)"

firmware-demo: firmware  ## boot it in QEMU and recognise gestures there and here, bit for bit the same
	@sh Scripts/firmware-demo.sh $(MOTIONQ) "$$MODEL" "$(FIRMWARE)"

firmware-test: protocol-test cortex-test arduino-test firmware  ## everything that runs on devices, in emulators
	@echo "Building the tests (minutes the first time, seconds later) …"
	@sh Scripts/build.sh $(SWIFT) --build-tests
	@echo "Running those with a board in QEMU (about five minutes) …"
	@MOTIONQ_FIRMWARE=1 $(SWIFT) test -c release --skip-build $(SWIFT_TESTING) --filter FirmwareTests --skip BitTests
	@echo "Comparing a board's bits over whole recordings, with nothing beside it (a minute) …"
	@MOTIONQ_FIRMWARE=1 $(SWIFT) test -c release --skip-build $(SWIFT_TESTING) --filter BitTests

arduino: build  ## the Arduino library as a ZIP file, with MODEL's network in its example
	@mkdir -p .build/arduino
	@$(MOTIONQ) export --model "$$MODEL" -o .build/arduino/network
	@sh firmware-protocol/arduino/assemble.sh .build/arduino .build/arduino/network

arduino-test: build  ## the Arduino library's sketches, compiled for boards, run on a simulated one and against register sensors
	@mkdir -p .build/arduino
	@$(MOTIONQ) export --model Sources/motionq/Resources/demo.safetensors -o .build/arduino/demo-network
	@$(MOTIONQ) dataset synthesize --strokes 3 --subjects 7 --gestures 3 -o .build/arduino/strokes.csv
	@$(MOTIONQ) teach --head-alone --data .build/arduino/strokes.csv -o .build/arduino/taught.safetensors
	@$(MOTIONQ) export --model .build/arduino/taught.safetensors --teachable 2 -o .build/arduino/taught-network
	@$(MOTIONQ) dataset synthesize --subjects 0-1 --output .build/arduino/people.csv
	@$(MOTIONQ) train --data .build/arduino/people.csv --inputs level,gravity --hidden 16 --epochs 1 -o .build/arduino/derived.safetensors
	@$(MOTIONQ) export --model .build/arduino/derived.safetensors -o .build/arduino/derived-network
	@$(MOTIONQ) dataset synthesize --signal glove --subjects 0-5 --gestures 4 --output .build/arduino/glove.csv
	@awk -f firmware-protocol/arduino/tests/glove.awk .build/arduino/glove.csv >.build/arduino/fingers.csv
	@$(MOTIONQ) train --data .build/arduino/fingers.csv --inputs flex_0,flex_1,flex_2,flex_3,flex_4 --hidden 8 --window 30 --hop 10 \
		--epochs 40 --state reset -o .build/arduino/glove.safetensors
	@$(MOTIONQ) export --model .build/arduino/glove.safetensors -o .build/arduino/glove-network
	@$(MOTIONQ) dataset synthesize --signal glove --subjects 1000 --gestures 2 --output .build/arduino/glove-network/glove.csv
	@sh firmware-protocol/arduino/tests/compile.sh .build/arduino/demo-network .build/arduino/taught-network \
		.build/arduino/derived-network .build/arduino/glove-network

neon-test:  ## the inner loops for 64-bit ARM on any Linux machine, under QEMU; installs it and a C library for ARM
	@sh Scripts/neon.sh $(SWIFT)

cortex-test:  ## the inner loops for Cortex-M4 and its kin, and the instructions of a step; installs a compiler and QEMU
	@sh Scripts/cortex.sh $(SWIFT)

chips-test: build  ## C and Swift on chips from a Cortex-M0+ to RISC-V, in QEMU: their bits, and instructions of a step
	@sh Scripts/chips.sh $(SWIFT) $(MOTIONQ)
	@sh Scripts/boards.sh $(MOTIONQ)
