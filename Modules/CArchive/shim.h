// libarchive, for the containers of books.
#ifndef FONTD_CARCHIVE_SHIM_H
#define FONTD_CARCHIVE_SHIM_H

#include <archive.h>
#include <archive_entry.h>

#endif
