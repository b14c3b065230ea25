/* Registers font files with fontd for the session, with the bindings that gdbus-codegen makes: register-gdbus FONT... */

#include <fcntl.h>
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <stdio.h>

#include "font-registry.h"

/* dbus-daemon carries 16 descriptors in one message; the option "more" joins several calls. */
enum { MOST_FILES = 16 };

static int failed(const char *what, GError *error) {
    g_dbus_error_strip_remote_error(error);
    fprintf(stderr, "register-gdbus: %s: %s\n", what, error->message);
    g_error_free(error);
    return 1;
}

int main(int count, char **arguments) {
    if (count < 2 || count > MOST_FILES + 1) {
        fprintf(stderr, "usage: register-gdbus FONT... (at most %d)\n", MOST_FILES);
        return 64;
    }
    GError *error = NULL;
    FontRegistry1 *fonts = font_registry1_proxy_new_for_bus_sync(
        G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_GET_INVALIDATED_PROPERTIES, "org.fontd.FontRegistry1",
        "/org/fontd/FontRegistry1", NULL, &error);
    if (!fonts) return failed("the font service", error);

    /* Open files travel, not paths: the name is for reports and for Unregister. */
    GUnixFDList *descriptors = g_unix_fd_list_new();
    GVariantBuilder files, options;
    g_variant_builder_init(&files, G_VARIANT_TYPE("a(sh)"));
    for (int i = 1; i < count; i++) {
        char *path = g_canonicalize_filename(arguments[i], NULL);
        int file = open(path, O_RDONLY | O_CLOEXEC);
        int place = file < 0 ? -1 : g_unix_fd_list_append(descriptors, file, NULL);
        if (place < 0) {
            perror(path);
            return 1;
        }
        close(file);
        g_variant_builder_add(&files, "(sh)", path, place);
        g_free(path);
    }
    g_variant_builder_init(&options, G_VARIANT_TYPE_VARDICT);

    guint64 generation;
    GVariant *results;
    if (!font_registry1_call_register_sync(
            fonts, g_variant_builder_end(&files), "session", g_variant_builder_end(&options), descriptors, &generation,
            &results, NULL, NULL, &error))
        return failed("the fonts", error);

    int status = 0;
    GVariantIter outcomes;
    GVariant *outcome;
    g_variant_iter_init(&outcomes, results);
    while ((outcome = g_variant_iter_next_value(&outcomes))) {
        const char *word = "", *file = "", *message = "";
        g_variant_lookup(outcome, "status", "&s", &word);
        g_variant_lookup(outcome, "file", "&s", &file);
        if (g_variant_lookup(outcome, "message", "&s", &message)) status = 1;
        printf("%s %s%s%s\n", word, file, *message ? ": " : "", message);
        g_variant_unref(outcome);
    }
    printf("generation %" G_GUINT64_FORMAT "\n", generation);
    g_variant_unref(results);
    g_object_unref(descriptors);
    g_object_unref(fonts);
    return status;
}
