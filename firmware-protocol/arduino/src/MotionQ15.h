// MotionQ15 for Arduino: everything. Sketches for small boards may use the codec alone (mq_message.h); what they do not call is not
// linked.
#ifndef MOTIONQ15_H
#define MOTIONQ15_H

#include "MotionQ15Description.h"
#include "MotionQ15Device.h"
#include "MotionQ15Doze.h"
#include "MotionQ15Noise.h"
#include "MotionQ15Pace.h"
#include "MotionQ15SensorClock.h"
#include "mq_protocol.h"

#endif
