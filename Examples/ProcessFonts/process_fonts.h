/* Process fonts through fontd's FontconfigBridge, for programs in other languages than Swift.
 *
 * All functions are for the thread that uses fontconfig, usually the one with the main loop. Those that return an int
 * return 0, or the number of the error: org.fontd.FontRegistry1.xml has the list. */

#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Begins, once in a process; provider is the reverse-DNS id of the program.
 *
 * wake is called from any thread when there is something to do: have the main loop call process_fonts_work. changed is
 * called by process_fonts_work, process_fonts_synchronize and process_fonts_reinitialize after each change, with its
 * cause: "process-fonts", "reinitialization" or "registry". It does what the toolkit needs. */
int process_fonts_open(const char *provider, void (*wake)(void), void (*changed)(const char *cause));

/* Does what there is to do. */
void process_fonts_work(void);

/* Registers the fonts of a file for this process; they take the place of registered ones with the same names. */
int process_fonts_register(const char *file);

/* Takes a file's fonts back; returns at once, and the change follows. */
void process_fonts_unregister(const char *file);

/* Puts the fonts back if fontconfig was re-initialised behind the bridge's back, or somebody took them out. */
int process_fonts_synchronize(void);

/* Reads fontconfig's configuration and all fonts anew, in place of FcInitReinitialize. */
int process_fonts_reinitialize(void);

#ifdef __cplusplus
}
#endif
