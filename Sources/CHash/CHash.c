#include "CHash.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#include <stdatomic.h>

static bool find_instructions(void) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  // The code needs SSSE3 and SSE4.1 to move the words, and SHA to mix them (Intel SDM, CPUID leaves 1 and 7).
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 9 & 1) || !(c >> 19 & 1)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1);
}

// Asks once: in a virtual machine, each CPUID traps to the host, which takes longer than mixing a thousand bytes.
static bool has_instructions(void) {
  enum { unknown, absent, present };
  static atomic_int known = unknown;
  int state = atomic_load_explicit(&known, memory_order_relaxed);
  if (state == unknown) {
    state = find_instructions() ? present : absent;
    atomic_store_explicit(&known, state, memory_order_relaxed);
  }
  return state == present;
}

__attribute__((target("sha,sse4.1,ssse3"))) static void mix(
  uint32_t *state, const uint32_t *constants, const uint8_t *bytes, size_t count) {
  const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  // The instructions take the words as (a, b, e, f) and (c, d, g, h).
  __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i cdgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(low, cdgh, 8);
  cdgh = _mm_blend_epi16(cdgh, low, 0xF0);
  for (; count > 0; count--, bytes += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    // The last 16 words of the schedule, four in each.
    __m128i words[4];
    for (int i = 0; i < 16; i++) {
      __m128i next;
      if (i < 4) {
        next = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + 16 * i)), order);
      } else {
        const __m128i last = words[(i + 3) & 3];
        next = _mm_sha256msg1_epu32(words[i & 3], words[(i + 1) & 3]);
        next = _mm_add_epi32(next, _mm_alignr_epi8(last, words[(i + 2) & 3], 4));
        next = _mm_sha256msg2_epu32(next, last);
      }
      words[i & 3] = next;
      const __m128i sum = _mm_add_epi32(next, _mm_loadu_si128((const __m128i *)(constants + 4 * i)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  low = _mm_shuffle_epi32(abef, 0x1B);
  cdgh = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(low, cdgh, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(cdgh, low, 8));
}

bool chash_mix(uint32_t *state, const uint32_t *constants, const void *blocks, size_t count) {
  if (!has_instructions()) return false;
  mix(state, constants, blocks, count);
  return true;
}
#else
bool chash_mix(uint32_t *state, const uint32_t *constants, const void *blocks, size_t count) {
  (void)state, (void)constants, (void)blocks, (void)count;
  return false;
}
#endif
