// Which commands a device applies, and when actuators go off by themselves. See PROTOCOL.md, section 8.
#include "mq_device_internal.h"

enum { FAILSAFE_MICROSECONDS = 2000000, EARLIEST_MICROSECONDS = -1000000, MICROSECONDS_PER_MILLISECOND = 1000 };

static bool present(const mq_device *device, const mq_feedback *command) {
    return command->actuator >= MQ_ACTUATOR_LED && command->actuator <= MQ_ACTUATOR_VIBRATION &&
           command->unit < device->description.units[command->actuator - 1];
}

static const mq_command_record *recall(const mq_device *device, uint16_t sequence) {
    for (uint8_t i = 0; i < device->remembered; i++) {
        if (device->memory[i].sequence == sequence) return &device->memory[i];
    }
    return NULL;
}

static void remember(mq_device *device, uint16_t sequence, uint32_t applied) {
    mq_command_record *record = &device->memory[device->oldest];
    record->sequence = sequence;
    record->applied = applied;
    device->oldest = (uint8_t)((device->oldest + 1u) % MQ_COMMAND_MEMORY);
    if (device->remembered < MQ_COMMAND_MEMORY) device->remembered++;
}

// Too old, or from a future that only a wrong clock estimate explains.
static bool out_of_time(const mq_feedback *command, uint32_t now) {
    const int32_t age = mq_time_difference(now, command->issued);
    return age >= (int32_t)command->time_to_live * MICROSECONDS_PER_MILLISECOND || age < EARLIEST_MICROSECONDS;
}

// The same unit has since obeyed this command or a newer one.
static bool superseded(const mq_actuator_state *state, uint16_t sequence) {
    return state->commanded && (uint16_t)(state->newest - sequence) < 0x8000u;
}

mq_ack_status mq_actuators_command(mq_device *device, const mq_feedback *command, uint32_t now, uint32_t *applied) {
    *applied = 0;
    if (!present(device, command)) return MQ_ACK_UNSUPPORTED;
    const mq_command_record *record = recall(device, command->sequence);
    if (record) {
        *applied = record->applied;
        return MQ_ACK_DUPLICATE;
    }
    mq_actuator_state *state = &device->actuators[command->actuator - 1][command->unit];
    if (out_of_time(command, now) || superseded(state, command->sequence)) return MQ_ACK_LATE;

    state->commanded = true;
    state->newest = command->sequence;
    state->on = command->pattern != MQ_PATTERN_OFF;
    state->ends = state->on && command->duration != 0;
    state->ends_at = now + (uint32_t)command->duration * MICROSECONDS_PER_MILLISECOND;
    remember(device, command->sequence, now);
    *applied = now;
    device->board.apply(device->board.context, command);
    return MQ_ACK_OK;
}

static void turn_off(mq_device *device, uint8_t kind, uint8_t unit) {
    mq_actuator_state *state = &device->actuators[kind][unit];
    state->on = false;
    state->ends = false;
    const mq_feedback off = {.sequence = state->newest, .actuator = (uint8_t)(kind + 1), .unit = unit, .pattern = MQ_PATTERN_OFF};
    device->board.apply(device->board.context, &off);
}

void mq_actuators_poll(mq_device *device, uint64_t now) {
    const bool host_silent = now - device->host_heard_at >= FAILSAFE_MICROSECONDS;
    for (uint8_t kind = 0; kind < MQ_ACTUATOR_KINDS; kind++) {
        for (uint8_t unit = 0; unit < MQ_ACTUATOR_UNITS; unit++) {
            const mq_actuator_state *state = &device->actuators[kind][unit];
            if (!state->on) continue;
            const bool ended = state->ends && mq_time_difference((uint32_t)now, state->ends_at) >= 0;
            if (!ended && !host_silent) continue;
            turn_off(device, kind, unit);
            if (!ended) device->failsafe_acted = true;
        }
    }
}

bool mq_actuators_any_on(const mq_device *device) {
    for (int kind = 0; kind < MQ_ACTUATOR_KINDS; kind++) {
        for (int unit = 0; unit < MQ_ACTUATOR_UNITS; unit++) {
            if (device->actuators[kind][unit].on) return true;
        }
    }
    return false;
}

void mq_actuators_all_off(mq_device *device) {
    for (uint8_t kind = 0; kind < MQ_ACTUATOR_KINDS; kind++) {
        for (uint8_t unit = 0; unit < MQ_ACTUATOR_UNITS; unit++) {
            if (device->actuators[kind][unit].on) turn_off(device, kind, unit);
        }
    }
}

void mq_actuators_forget(mq_device *device) {
    device->remembered = 0;
    device->oldest = 0;
    for (int kind = 0; kind < MQ_ACTUATOR_KINDS; kind++) {
        for (int unit = 0; unit < MQ_ACTUATOR_UNITS; unit++) device->actuators[kind][unit].commanded = false;
    }
}
