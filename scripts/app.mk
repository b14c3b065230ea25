# The targets of the application Fonts, which alone needs GTK; the Makefile includes this file.
#
# FONTD_APP=1 adds its modules to the manifest. Everything else is the same in both, so that one build folder serves.

.PHONY: app app-test app-journeys app-bench app-install app-put app-deb app-release

APP := fontd-fonts
APP_ICONS := $(SHARE)/icons/hicolor
APP_LANGUAGES := $(patsubst data/app/po/%.po,%,$(wildcard data/app/po/*.po))
APP_MESSAGES := $(APP_LANGUAGES:%=$(SHARE)/locale/%/LC_MESSAGES/$(APP).mo)
# The help of the window, in English and in each language that has a page of its own.
APP_HELP := $(SHARE)/$(APP)/help/en/fonts.md $(patsubst data/app/help/%,$(SHARE)/$(APP)/help/%,$(wildcard data/app/help/*/fonts.md))
APP_FILES := $(BIN)/$(APP) $(SHARE)/applications/org.fontd.Fonts.desktop $(SHARE)/dbus-1/services/org.fontd.Fonts.service \
    $(SHARE)/metainfo/org.fontd.Fonts.metainfo.xml $(MAN)/man1/$(APP).1 $(APP_ICONS)/scalable/apps/org.fontd.Fonts.svg \
    $(APP_ICONS)/symbolic/apps/org.fontd.Fonts-symbolic.svg $(APP_ICONS)/symbolic/apps/org.fontd.Fonts.filter-symbolic.svg \
    $(SHARE)/doc/$(APP)/copyright $(APP_MESSAGES) $(APP_HELP)

app: ## build the application Fonts, which needs GTK 4 and libadwaita
	@scripts/bootstrap app
	FONTD_APP=1 $(SWIFT) build --scratch-path $(BUILD) --product $(APP)

app-test: ## test the application's model and widgets; without a display not the widgets
	@scripts/bootstrap app-test
	@FONTD_APP=1 BUILD=$(BUILD) SWIFT=$(SWIFT) scripts/app-test $(TESTFLAGS)

app-journeys: ## use the installed application as people do, on a display and a bus of its own (JOURNEYS="02 03" for some)
	@scripts/bootstrap app-test
	@FONTD_APP=1 BUILD=$(BUILD) SWIFT=$(SWIFT) scripts/app-test --journeys $(JOURNEYS)

app-bench: ## measure the application beside font-manager with thousands of families
	@scripts/bootstrap app-bench
	@$(MAKE) --no-print-directory release app-release
	@BUILD=$(BUILD) scripts/app-bench $(BENCHFLAGS)

app-release:
	@scripts/bootstrap app
	FONTD_APP=1 $(SWIFT) build $(RELEASE) --product $(APP)

app-install: app-release app-put ## install the application (PREFIX=/usr/local DESTDIR=)

# The recipe of app-install without the build. The page states the version, and the date of the last commit.
app-put:
	install -d $(sort $(dir $(APP_FILES)))
	$(INSTALL_PROGRAM) $(PRODUCTS)/$(APP) $(BIN)
	sed 's|@bindir@|$(PREFIX)/bin|' data/app/org.fontd.Fonts.desktop.in > $(SHARE)/applications/org.fontd.Fonts.desktop
	sed 's|@bindir@|$(PREFIX)/bin|' data/app/org.fontd.Fonts.service.in > $(SHARE)/dbus-1/services/org.fontd.Fonts.service
	sed -e 's/@version@/$(VERSION)/' -e "s/@date@/$$(date --utc --date @$(EPOCH) +%F)/" \
	    data/app/org.fontd.Fonts.metainfo.xml.in > $(SHARE)/metainfo/org.fontd.Fonts.metainfo.xml
	sed "s/^\.Os$$/.Os fontd $(VERSION)/" data/app/man/$(APP).1 > $(MAN)/man1/$(APP).1
	install -m 0644 data/app/icons/org.fontd.Fonts.svg $(APP_ICONS)/scalable/apps
	install -m 0644 data/app/icons/org.fontd.Fonts-symbolic.svg data/app/icons/org.fontd.Fonts.filter-symbolic.svg \
	    $(APP_ICONS)/symbolic/apps
	install -m 0644 data/copyright $(SHARE)/doc/$(APP)/copyright
	for language in $(APP_LANGUAGES); do \
	    msgfmt --check -o $(SHARE)/locale/$$language/LC_MESSAGES/$(APP).mo data/app/po/$$language.po || exit 1; done
	scripts/help-pages install $(SHARE)/$(APP)/help
	chmod 0644 $(filter-out $(BIN)/%,$(APP_FILES))

app-deb: ## build the Debian package of the application in .build, beside that of fontd
	@scripts/bootstrap package
	rm -rf '$(BUILD)/app-stage' $(BUILD)/$(APP)_*.deb
	@$(MAKE) --no-print-directory app-install DESTDIR='$(abspath $(BUILD))/app-stage' PREFIX=/usr
	@SOURCE_DATE_EPOCH=$(EPOCH) DEB_REVISION='$(DEB_REVISION)' DEB_MAINTAINER='$(DEB_MAINTAINER)' \
	    scripts/deb '$(BUILD)/app-stage' '$(BUILD)' data/app/debian
	@scripts/check-app-package $(BUILD)/$(APP)_*.deb
