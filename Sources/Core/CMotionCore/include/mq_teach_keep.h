// What places were shown, in flash: two slots as for networks (mq_network_store.h), so that a power failure at any byte leaves what
// was kept before or what is kept now. Sums and counts are enough: the rows are set again at the start.
//
// The bytes, little-endian:
//
//     0  "MQT1"      4  u16  units      6  u16  places      8  u64  network hash, of the network that was shown
//    16  for each place: i32[units] the sums of hidden states, u32 the examples
#ifndef MQ_TEACH_KEEP_H
#define MQ_TEACH_KEEP_H

#include "mq_network_store.h"
#include "mq_teach.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes that a slot needs for this, its record included.
MQ_NO_ALLOCATION size_t mq_teach_kept_bytes(const mq_teachable *_Nonnull teachable);

/// Keeps what the places were shown. Erases and programs one slot: some ten to hundred milliseconds on most chips.
///
/// - store: of slots that nothing else is kept in.
/// - hash: of the network, by which `mq_teach_recall` knows it.
/// Returns false if the flash refused, or has no room; what was kept before then stays.
MQ_NO_ALLOCATION bool mq_teach_keep(mq_network_store *_Nonnull store, const mq_learner *_Nonnull learner, uint64_t hash);

/// Shows the places what was kept, at the start.
///
/// Returns false if nothing was kept, or not of this network; every place then has what it had. A place whose row would be too
/// large has no example.
MQ_NO_ALLOCATION bool mq_teach_recall(const mq_network_store *_Nonnull store, mq_learner *_Nonnull learner, uint64_t hash);

#ifdef __cplusplus
}
#endif
#endif
