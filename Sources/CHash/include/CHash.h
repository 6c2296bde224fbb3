// SHA-256 by the instructions of the processor.
#ifndef CHASH_H
#define CHASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Mixes blocks of 64 bytes into the state of SHA-256 (FIPS 180-4 §6.2.2).
///
/// \param state the eight words a to h
/// \param constants the 64 words K
/// \return false if the processor has no instructions for SHA-256; the state is then unchanged
bool chash_mix(uint32_t *state, const uint32_t *constants, const void *blocks, size_t count);

#endif
