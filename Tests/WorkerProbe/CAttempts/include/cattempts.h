// What a worker that is taken over might try.
#ifndef FONTD_CATTEMPTS_H
#define FONTD_CATTEMPTS_H

// How many attempts there are, and their names.
int cat_count(void);
const char *_Nonnull cat_name(int attempt);

// Makes an attempt in a home: `secret` is a file in it, `bus` a socket that somebody listens at, `port` one of TCP, and
// `process` another process of the user. Returns 1 if it came off, 0 if not, -1 if there is none of that name.
int cat_try(const char *_Nonnull name, const char *_Nonnull home, int port, int process);

// Makes a system call with arguments that mean nothing; 1 if it came as far as to look at them, 0 if it was refused.
int cat_call(int number);

// Whether a system call is on the filter's list, for these or other arguments.
int cat_is_listed(int number);

#endif
