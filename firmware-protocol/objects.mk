# What devices run, compiled once for all tests that link it: plain, and under the address and undefined-behaviour sanitizers. From
# the repository's root: make -f firmware-protocol/objects.mk [CC=…] [CXX=…] [BUILD=…] FILE…
# BUILD/plain/ has the programs mq_tests, derived and named, the library c.a, and an object of any C file; BUILD/sanitized/ has the
# same, the library arduino.a, and an object of any C++ file.
CC = gcc
CXX = g++
BUILD ?= .build/c
PLAIN = $(BUILD)/plain
SANITIZED = $(BUILD)/sanitized
PROTOCOL = firmware-protocol/c
INFERENCE = firmware-protocol/inference
ARDUINO = firmware-protocol/arduino
CORE = Sources/Core/CMotionCore

FLAGS = -Wall -Wextra -Werror -MMD -MP -I$(PROTOCOL)/include -I$(PROTOCOL)/src -I$(INFERENCE)/include \
	-I$(CORE)/include -ITests/Programs/Kernels/cortex
# As much as backtraces need: all that a debugger wants takes a quarter of the time.
SANITIZERS = -O1 -g1 -fsanitize=undefined,address -fno-sanitize-recover=all
STRICT = -std=c99 -pedantic -Wconversion -Wsign-conversion

# What programs without sanitizers need.
PLAIN_C = $(wildcard $(PROTOCOL)/src/*.c $(CORE)/orientation/*.c) \
	$(addprefix $(INFERENCE)/src/,mq_derived_inputs.c mq_channel_binding.c mq_normaliser.c)
C = $(wildcard $(PROTOCOL)/src/*.c $(INFERENCE)/src/*.c $(CORE)/*/*.c)
# The flash is that of the core, or simulated.
CPP = $(filter-out $(ARDUINO)/src/MotionQ15Flash%,$(wildcard $(ARDUINO)/src/*.cpp)) $(ARDUINO)/tests/port_world.cpp

.PHONY: FORCE
.SECONDARY:
$(PLAIN)/c.a: $(PLAIN_C:%=$(PLAIN)/%.o)
$(SANITIZED)/c.a: $(C:%=$(SANITIZED)/%.o)
$(SANITIZED)/arduino.a: $(CPP:%=$(SANITIZED)/%.o)

# Programs of tests: of the protocol's C library, of derived inputs and of inputs that read channels with names.
TESTS = $(wildcard $(PROTOCOL)/tests/*.c)
$(PLAIN)/mq_tests: $(TESTS:%=$(PLAIN)/%.o)
$(SANITIZED)/mq_tests: $(TESTS:%=$(SANITIZED)/%.o)
$(PLAIN)/derived $(PLAIN)/named: $(PLAIN)/%: $(PLAIN)/$(INFERENCE)/tests/%.c.o
$(SANITIZED)/derived $(SANITIZED)/named: $(SANITIZED)/%: $(SANITIZED)/$(INFERENCE)/tests/%.c.o
PROGRAMS = mq_tests derived named
OBJECTS_FIRST = $(filter %.o,$^) $(filter %.a,$^)
$(PROGRAMS:%=$(PLAIN)/%): $(PLAIN)/c.a
	@$(CC) $(OBJECTS_FIRST) -o $@
$(PROGRAMS:%=$(SANITIZED)/%): $(SANITIZED)/c.a
	@$(CC) $(SANITIZERS) $(OBJECTS_FIRST) -o $@

%.a:
	@rm -f $@
	@ar rcs $@ $^

$(PLAIN)/%: STANDARD = -std=c99
$(SANITIZED)/%: STANDARD = -std=c11
$(PLAIN)/$(PROTOCOL)/% $(SANITIZED)/$(PROTOCOL)/%: STANDARD = $(STRICT)

$(PLAIN)/%.c.o: %.c $(BUILD)/c-compiler firmware-protocol/objects.mk
	@mkdir -p $(@D)
	@$(CC) $(STANDARD) $(FLAGS) -O2 -c $< -o $@

$(SANITIZED)/%.c.o: %.c $(BUILD)/c-compiler firmware-protocol/objects.mk
	@mkdir -p $(@D)
	@$(CC) $(STANDARD) $(FLAGS) $(SANITIZERS) -c $< -o $@

$(SANITIZED)/%.cpp.o: %.cpp $(BUILD)/c++-compiler firmware-protocol/objects.mk
	@mkdir -p $(@D)
	@$(CXX) -std=gnu++11 $(FLAGS) $(SANITIZERS) -I$(ARDUINO)/src -I$(ARDUINO)/tests -I$(ARDUINO)/tests/standin -c $< -o $@

# Another compiler's sanitizers do not fit: these files change when it does.
$(BUILD)/c-compiler: COMPILER = $(CC)
$(BUILD)/c++-compiler: COMPILER = $(CXX)
$(BUILD)/c-compiler $(BUILD)/c++-compiler: FORCE
	@mkdir -p $(@D)
	@echo "$(COMPILER)" | cmp -s - $@ || echo "$(COMPILER)" >$@

-include $(shell find $(PLAIN) $(SANITIZED) -name '*.d' 2>/dev/null)
