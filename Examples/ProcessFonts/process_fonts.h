/* Process fonts through fontd's FontconfigBridge, for programs in languages other than Swift.
 *
 * Call all functions on the thread that uses fontconfig, usually the one with the main loop. Those that return an int
 * return 0 or the number of the error, as listed in org.fontd.FontRegistry1.xml. */

#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Initializes the library. Call it once per process. provider is the reverse-DNS id of the program.
 *
 * wake is called from any thread when there is work: make the main loop call process_fonts_work. changed is called by
 * process_fonts_work, process_fonts_synchronize and process_fonts_reinitialize after each change, with its cause:
 * "process-fonts", "reinitialization" or "registry". In it, notify the toolkit of the change. */
int process_fonts_open(const char *provider, void (*wake)(void), void (*changed)(const char *cause));

/* Does the pending work. */
void process_fonts_work(void);

/* Registers the fonts of a file for this process. They replace registered fonts with the same names. */
int process_fonts_register(const char *file);

/* Unregisters the fonts of a file. */
int process_fonts_unregister(const char *file);

/* Restores the fonts if other code re-initialised fontconfig or removed them. */
int process_fonts_synchronize(void);

/* Reloads fontconfig's configuration and all fonts; use it instead of FcInitReinitialize. */
int process_fonts_reinitialize(void);

#ifdef __cplusplus
}
#endif
