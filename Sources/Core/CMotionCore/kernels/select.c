#include "mq_kernels.h"

#if __STDC_HOSTED__
#include <stdlib.h>
#include <string.h>
#endif

extern const mq_kernels mq_kernels_scalar;
#if defined(MQ_HAS_X86)
extern const mq_kernels mq_kernels_avx512, mq_kernels_avx2, mq_kernels_sse2;
#elif defined(MQ_HAS_NEON)
extern const mq_kernels mq_kernels_neon;
#elif defined(MQ_HAS_SMLAD)
extern const mq_kernels mq_kernels_smlad;
#if defined(MQ_HAS_HELIUM)
extern const mq_kernels mq_kernels_helium;
#endif
#endif

// A firmware whose flash is dear may ask for no more than it runs.
#ifndef MQ_FASTEST_ONLY
#define MQ_FASTEST_ONLY 0
#endif

const mq_kernels *mq_kernels_available(size_t index) {
    const mq_kernels *found[4] = {0};
    size_t count = 0;
#if defined(MQ_HAS_X86)
    const int vnni = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                     __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
    if (vnni && __builtin_cpu_supports("bmi2")) found[count++] = &mq_kernels_avx512;
    if (__builtin_cpu_supports("avx2")) found[count++] = &mq_kernels_avx2;
    found[count++] = &mq_kernels_sse2;
#elif defined(MQ_HAS_NEON)
    found[count++] = &mq_kernels_neon;
#elif defined(MQ_HAS_SMLAD)
#if defined(MQ_HAS_HELIUM)
    found[count++] = &mq_kernels_helium;
#endif
    found[count++] = &mq_kernels_smlad;
#endif
    if (!MQ_FASTEST_ONLY || count == 0) found[count++] = &mq_kernels_scalar;
    return index < count ? found[index] : NULL;
}

const char *mq_kernels_asked(void) {
#if __STDC_HOSTED__
    const char *name = getenv("MOTIONQ_KERNEL");
    if (name && *name) return name;
#endif
    return NULL;
}

const mq_kernels *mq_kernels_preferred(void) {
    const mq_kernels *kernels = mq_kernels_available(0);
#if __STDC_HOSTED__
    const char *name = mq_kernels_asked();
    for (size_t index = 1; name && kernels && strcmp(kernels->name, name) != 0; index++) kernels = mq_kernels_available(index);
#endif
    return kernels;
}
