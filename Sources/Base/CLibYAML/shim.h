// The system's libyaml, for feedback maps.
#ifndef MQ_LIBYAML_SHIM_H
#define MQ_LIBYAML_SHIM_H

#include <yaml.h>

#endif
