// Attempts that a compromised worker might make.
#ifndef FONTD_CATTEMPTS_H
#define FONTD_CATTEMPTS_H

// The number of attempts, and their names.
int cat_count(void);
const char *_Nonnull cat_name(int attempt);

// Makes an attempt in a home: `secret` is a file in it, `bus` is a listening socket in it, `port` is a TCP port, and
// `process` is another process of the user. Returns 1 if the attempt succeeds, 0 if it fails, -1 if the name is
// unknown.
int cat_try(const char *_Nonnull name, const char *_Nonnull home, int port, int process);

// Makes a system call with meaningless arguments. Returns 0 if the filter refuses it (EPERM), otherwise 1.
int cat_call(int number);

// Whether a system call is on the filter's list, for these or other arguments.
int cat_is_listed(int number);

#endif
