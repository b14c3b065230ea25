// Fonts for a reader whose main loop is not written in Swift: libexample-gtk-reader.so.
//
// Requests return at once. Their answers, and the changes of the list of families, are events: the function that was given to
// `gtk_reader_open` is called from any thread when there is one, and the main loop then takes all with `gtk_reader_next`.
#ifndef GTK_READER_H
#define GTK_READER_H

#include <stddef.h>
#include <stdint.h>

struct gtk_reader_event {
    // A JSON object; its member "event" is "families", "step", "style", "answer" or "failure".
    char *json;
    // The font file of an answer, else null.
    uint8_t *bytes;
    size_t count;
};

// Opens the registry for a provider, and follows its changes. Returns 0, or 1 if there is no registry.
int gtk_reader_open(const char *provider, void (*wake)(void));

// Takes the next event, whose memory the caller frees with `free`. Returns 0 if there is none.
int gtk_reader_next(struct gtk_reader_event *event);

// Requests the style sheet of a page. The settings are a JSON object with "family" (the name of a family), "size" (pixels)
// and "theme" ("light" or "dark").
void gtk_reader_style(const char *settings);

// Requests the font of an address that a page asks for; the answer has the number.
void gtk_reader_answer(const char *address, int64_t number);

// Registers the fonts in a book until another is opened.
void gtk_reader_open_book(const char *path);

#endif
