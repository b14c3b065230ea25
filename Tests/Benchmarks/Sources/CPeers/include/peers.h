// What the benchmarks need of C: processes with as little as possible around them, and fontconfig as C programs use it.
#ifndef FONTD_PEERS_H
#define FONTD_PEERS_H

#include <stdint.h>

/// Nanoseconds of CLOCK_MONOTONIC, which all processes share.
int64_t peers_now(void);

/// What a process cost from its start until it was reaped.
struct peers_cost {
    int64_t wall_ns;
    int64_t cpu_ns;
    int status; // exit status, or 128 + signal
};

/// Runs a program by absolute path to its end; its output goes to `output`, or nowhere if that is NULL.
int peers_run(const char *_Nonnull program, char *_Nullable const *_Nonnull arguments,
              char *_Nullable const *_Nonnull environment, const char *_Nullable output,
              struct peers_cost *_Nonnull cost);

/// Runs a program and reads its own peak of resident memory (VmHWM) in KiB at the moment it exits; -1 on failure.
/// ru_maxrss does not serve: it begins with the size of the process that called exec.
int64_t peers_peak_memory(const char *_Nonnull program, char *_Nullable const *_Nonnull arguments,
                          char *_Nullable const *_Nonnull environment);

/// Waits until a file of this name is moved into the folder that `queue` watches; returns the time, or -1.
int peers_watch(const char *_Nonnull folder);
int64_t peers_wait_for(int queue, const char *_Nonnull name);

/// A fontconfig configuration with its fonts, read from one file.
struct peers_fontconfig;
struct peers_fontconfig *_Nullable peers_fontconfig_open(const char *_Nonnull file);
void peers_fontconfig_close(struct peers_fontconfig *_Nonnull config);
int peers_fontconfig_count(const struct peers_fontconfig *_Nonnull config);
/// How C programs ask by PostScript name; 1 if the answer bears that name.
int peers_fontconfig_match(struct peers_fontconfig *_Nonnull config, const char *_Nonnull name);
int peers_fontconfig_list(struct peers_fontconfig *_Nonnull config, const char *_Nonnull name);
int peers_fontconfig_version(void);

#endif
