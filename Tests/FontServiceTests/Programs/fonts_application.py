"""An application of fontd that is asked for consent: fonts_application.py LOG MODE

It takes the name org.fontd.Fonts, writes each question as a line of JSON to LOG and answers Decide by MODE: always, once,
never (a refusal), silent (no answer) or quit (it ends before the answer).
"""
import json
import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

LOG, MODE = sys.argv[1:]


class Consent(dbus.service.Object):
    @dbus.service.method(
        'org.fontd.FontConsent1', in_signature='a{sv}', out_signature='a{sv}', async_callbacks=('answer', 'fail'))
    def Decide(self, question, answer, fail):
        facts = {'wish': str(question['wish']), 'provider': str(question['provider']),
                 'families': [str(family) for family in question.get('families', [])],
                 'count': int(question.get('count', 0)), 'bytes': int(question.get('bytes', 0))}
        with open(LOG, 'a') as log:
            log.write(json.dumps(facts) + '\n')
        if MODE == 'quit':
            os._exit(0)
        if MODE != 'silent':
            answer({'agreed': dbus.Boolean(MODE != 'never'), 'remember': dbus.Boolean(MODE == 'always')})


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
consent = Consent(bus, '/org/fontd/Fonts')
name = dbus.service.BusName('org.fontd.Fonts', bus, do_not_queue=True)
GLib.MainLoop().run()
