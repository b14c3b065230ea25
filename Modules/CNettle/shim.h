// SHA-256 and SHA-1 of libnettle, whose functions are macros for Swift.
#ifndef FONTD_CNETTLE_SHIM_H
#define FONTD_CNETTLE_SHIM_H

#include <nettle/sha1.h>
#include <nettle/sha2.h>

static inline void cnettle_begin(struct sha256_ctx *_Nonnull state) { sha256_init(state); }

static inline void cnettle_add(struct sha256_ctx *_Nonnull state, const void *_Nullable bytes, size_t count) {
    sha256_update(state, count, (const uint8_t *)bytes);
}

static inline void cnettle_end(struct sha256_ctx *_Nonnull state, uint8_t *_Nonnull digest) {
    sha256_digest(state, SHA256_DIGEST_SIZE, digest);
}

// SHA-1 serves as a key of obfuscated fonts only.
static inline void cnettle_sha1(const void *_Nullable bytes, size_t count, uint8_t *_Nonnull digest) {
    struct sha1_ctx state;
    sha1_init(&state);
    sha1_update(&state, count, (const uint8_t *)bytes);
    sha1_digest(&state, SHA1_DIGEST_SIZE, digest);
}

#endif
