# Everything a person needs is here: `make demo` shows it, `make test` proves it. Both install what is missing first.
# For those who change the project there is more: `make more` tells of it, Scripts/more.mk has it.
SWIFT ?= swift
MOTIONQ = "$$($(SWIFT) build -c release --show-bin-path)/motionq"

.PHONY: help setup build demo bench test clean

help:  ## these lines
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 16

setup:  ## install libserialport, zlib, libyaml and pkg-config if they are missing
	@sh Scripts/setup.sh

build: setup  ## build motionq
	@echo "Building motionq (minutes the first time, seconds later) …"
	@sh Scripts/build.sh $(SWIFT) --product motionq

demo: build  ## recognise gestures of made-up people on a simulated device, live, with its lights
	@$(MOTIONQ) demo

bench: build  ## how fast this machine is, kernel beside kernel, in about 10 s
	@$(MOTIONQ) bench

test: setup  ## every test that needs no emulator
	@echo "Building the tests (minutes the first time, seconds later), and checking the code beside that …"
	@$(MAKE) --no-print-directory -j2 test-build check kernel-test protocol-test
	@echo "Running the tests (some minutes) …"
	@sh Scripts/test.sh $(SWIFT)

clean:  ## remove everything that was built
	@rm -rf .build

include Scripts/more.mk
