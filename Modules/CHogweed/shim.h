// Signatures of libhogweed, whose functions are macros for Swift and whose numbers are GMP's.
#ifndef FONTD_CHOGWEED_SHIM_H
#define FONTD_CHOGWEED_SHIM_H

#include <nettle/asn1.h>
#include <nettle/base64.h>
#include <nettle/bignum.h>
#include <nettle/curve25519.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <nettle/ecdsa.h>
#include <nettle/eddsa.h>
#include <nettle/rsa.h>
#include <nettle/sha2.h>
#include <stdbool.h>

static inline void chogweed_sha256(const uint8_t *_Nullable bytes, size_t count, uint8_t *_Nonnull digest) {
    struct sha256_ctx state;
    sha256_init(&state);
    sha256_update(&state, count, bytes);
    sha256_digest(&state, SHA256_DIGEST_SIZE, digest);
}

static inline void chogweed_sha512(const uint8_t *_Nullable bytes, size_t count, uint8_t *_Nonnull digest) {
    struct sha512_ctx state;
    sha512_init(&state);
    sha512_update(&state, count, bytes);
    sha512_digest(&state, SHA512_DIGEST_SIZE, digest);
}

// Ed25519 (RFC 8032): a key of 32 bytes, a signature of 64.
static inline bool chogweed_ed25519_verify(
    const uint8_t *_Nonnull key, const uint8_t *_Nullable bytes, size_t count, const uint8_t *_Nonnull signature) {
    return ed25519_sha512_verify(key, count, bytes, signature);
}

static inline void chogweed_ed25519_public(const uint8_t *_Nonnull seed, uint8_t *_Nonnull key) {
    ed25519_sha512_public_key(key, seed);
}

static inline void chogweed_ed25519_sign(
    const uint8_t *_Nonnull key, const uint8_t *_Nonnull seed, const uint8_t *_Nullable bytes, size_t count,
    uint8_t *_Nonnull signature) {
    ed25519_sha512_sign(key, seed, count, bytes, signature);
}

// ECDSA on P-256: the coordinates of a point, 32 bytes each, and a signature in DER (RFC 3279, 2.2.3).
static inline bool chogweed_ecdsa_verify(
    const uint8_t *_Nonnull x, const uint8_t *_Nonnull y, const uint8_t *_Nonnull digest,
    const uint8_t *_Nullable signature, size_t count) {
    struct ecc_point point;
    struct dsa_signature numbers;
    struct asn1_der_iterator outer, inner;
    mpz_t px, py;
    bool valid = false;
    ecc_point_init(&point, nettle_get_secp_256r1());
    dsa_signature_init(&numbers);
    nettle_mpz_init_set_str_256_u(px, 32, x);
    nettle_mpz_init_set_str_256_u(py, 32, y);
    if (ecc_point_set(&point, px, py) && asn1_der_iterator_first(&outer, count, signature) == ASN1_ITERATOR_CONSTRUCTED
        && outer.type == ASN1_SEQUENCE && outer.buffer_length == outer.pos
        && asn1_der_decode_constructed(&outer, &inner) == ASN1_ITERATOR_PRIMITIVE && inner.type == ASN1_INTEGER
        && asn1_der_get_bignum(&inner, numbers.r, 256) && asn1_der_iterator_next(&inner) == ASN1_ITERATOR_PRIMITIVE
        && inner.type == ASN1_INTEGER && asn1_der_get_bignum(&inner, numbers.s, 256) && asn1_der_iterator_next(&inner) == ASN1_ITERATOR_END)
        valid = ecdsa_verify(&point, SHA256_DIGEST_SIZE, digest, &numbers);
    mpz_clear(px);
    mpz_clear(py);
    dsa_signature_clear(&numbers);
    ecc_point_clear(&point);
    return valid;
}

// RSA-PSS with SHA-256, MGF1 with SHA-256 and a salt of 32 bytes (RFC 8017): the modulus and the exponent, big-endian.
static inline bool chogweed_pss_verify(
    const uint8_t *_Nonnull modulus, size_t modulusCount, const uint8_t *_Nonnull exponent, size_t exponentCount,
    const uint8_t *_Nonnull digest, const uint8_t *_Nullable signature, size_t count) {
    struct rsa_public_key key;
    mpz_t number;
    bool valid = false;
    rsa_public_key_init(&key);
    nettle_mpz_set_str_256_u(key.n, modulusCount, modulus);
    nettle_mpz_set_str_256_u(key.e, exponentCount, exponent);
    nettle_mpz_init_set_str_256_u(number, count, signature);
    if (rsa_public_key_prepare(&key) && count == key.size)
        valid = rsa_pss_sha256_verify_digest(&key, 32, digest, number);
    mpz_clear(number);
    rsa_public_key_clear(&key);
    return valid;
}

// Base64: the number of decoded bytes, for which there must be as much space as there are characters; -1 if it is damaged.
static inline ptrdiff_t chogweed_base64_decode(
    const uint8_t *_Nullable text, size_t count, uint8_t *_Nonnull bytes) {
    struct base64_decode_ctx state;
    size_t decoded = count;
    base64_decode_init(&state);
    if (!base64_decode_update(&state, &decoded, bytes, count, (const char *)text) || !base64_decode_final(&state))
        return -1;
    return (ptrdiff_t)decoded;
}

static inline void chogweed_base64_encode(
    const uint8_t *_Nullable bytes, size_t count, uint8_t *_Nonnull text) {
    base64_encode_raw((char *)text, count, bytes);
}

#endif
