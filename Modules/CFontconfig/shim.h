// Parts of fontconfig that Swift cannot import.
#ifndef FONTD_CFONTCONFIG_SHIM_H
#define FONTD_CFONTCONFIG_SHIM_H

#include <fontconfig/fontconfig.h>
#include <fontconfig/fcfreetype.h>
#include <stdio.h>

// FC_VERSION is arithmetic on macros, which Swift does not import.
static inline int cfc_header_version(void) { return FC_VERSION; }

// FC_CHARSET_MAP_SIZE is arithmetic and FC_CHARSET_DONE a cast, which Swift does not import.
static inline int cfc_page_words(void) { return FC_CHARSET_MAP_SIZE; }
static inline FcChar32 cfc_charset_done(void) { return FC_CHARSET_DONE; }

// fontconfig reports errors in configuration files to this stream alone, which Swift does not import as a safe variable.
// The standard streams "are variables which you can set just like any others" (glibc manual, Standard Streams).
static inline FILE *cfc_exchange_stderr(FILE *stream) {
    FILE *former = stderr;
    stderr = stream;
    return former;
}

#endif
