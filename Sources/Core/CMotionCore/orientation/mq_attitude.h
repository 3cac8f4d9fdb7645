#ifndef MQ_ATTITUDE_H
#define MQ_ATTITUDE_H

/// Roll, pitch and yaw of a rotation matrix, in rad.
void mq_attitude(const float matrix[9], float angles[3]);

#endif
