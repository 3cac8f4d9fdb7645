# Everything a person needs is here: `make demo` shows it, `make test` proves it. Both install what is missing first.
SWIFT ?= swift
# Real recordings and a real model, which are not part of this repository. Until the project trains its own, the demo needs them.
DATA ?= ../shared/data
DEMO = .build/demo

.PHONY: help setup build demo demo-data test check format firmware-test clean

help:  ## these lines
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 16

setup:  ## install libserialport, zlib and pkg-config if they are missing
	@sh Tests/Gates/setup.sh

build: setup  ## build motionq
	@echo "Building motionq (minutes the first time, seconds later) …"
	@sh Tests/Gates/build.sh $(SWIFT) --product motionq

demo: demo-data build  ## recognise gestures of a simulated device, live, with its lights
	@sh Tests/Gates/demo.sh "$$($(SWIFT) build -c release --show-bin-path)/motionq" "$(DATA)" "$(DEMO)"

demo-data:
	@sh Tests/Gates/demo.sh check "$(DATA)"

test: setup check firmware-test  ## every test
	@echo "Building the tests (minutes the first time, seconds later) …"
	@sh Tests/Gates/build.sh $(SWIFT) --build-tests
	@echo "Running them …"
	@$(SWIFT) test -c release --skip-build

check: setup  ## the format, and the device core in Embedded mode
	@sh Tests/Gates/format.sh $(SWIFT)
	@sh Tests/Gates/embedded.sh $(SWIFT)

firmware-test:  ## the C library of the protocol, against the golden vectors
	@echo "Testing the C library of the protocol, plain and under sanitizers …"
	@$(MAKE) --no-print-directory -C firmware-protocol/c test sanitize BUILD=$(CURDIR)/.build/c \
		CC=$$(command -v gcc || command -v clang)

format:  ## lay the code out as the checks want it
	@$(SWIFT) format --in-place --recursive Package.swift Sources Tests

clean:  ## remove everything that was built
	@rm -rf .build
