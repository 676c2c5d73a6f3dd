#!/usr/bin/python3
"""A window of WebKitGTK for WebKitWebDriver to drive: without toolbars, so that it can be as narrow as a phone.

The driver can neither take a screenshot of a whole page nor print: a page requests either by a message, and the file
appears when it is done. Configured by the environment: WEBKIT_SIZE (such as 390x844), WEBKIT_DARK, WEBKIT_LANGUAGE,
WEBKIT_SCRIPTS.
"""

import json
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

LIFETIME_SECONDS = 600
ON = "1"
width, height = (int(side) for side in os.environ.get("WEBKIT_SIZE", "390x844").split("x"))

look = Gtk.Settings.get_default()
look.set_property("gtk-application-prefer-dark-theme", os.environ.get("WEBKIT_DARK") == ON)
look.set_property("gtk-enable-animations", False)
look.set_property("gtk-overlay-scrolling", True)

data = os.path.join(os.environ["HOME"], "data")
storage = WebKit2.WebsiteDataManager(base_data_directory=data, base_cache_directory=data + "-cache")
context = WebKit2.WebContext(website_data_manager=storage)
context.set_preferred_languages([os.environ.get("WEBKIT_LANGUAGE", "en")])
context.set_automation_allowed(True)


def take_picture(view, file, paper=None):
    def taken(source, result):
        view.get_snapshot_finish(result).write_to_png(file + ".part")
        os.rename(file + ".part", file)

    view.get_snapshot(WebKit2.SnapshotRegion.FULL_DOCUMENT, WebKit2.SnapshotOptions.NONE, None, taken)


def print_page(view, file, paper):
    settings = Gtk.PrintSettings()
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, "file://" + file + ".part")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
    settings.set_printer("Print to File")
    setup = Gtk.PageSetup()
    setup.set_paper_size_and_default_margins(Gtk.PaperSize.new("iso_" + paper.lower()))
    operation = WebKit2.PrintOperation.new(view)
    operation.set_print_settings(settings)
    operation.set_page_setup(setup)
    operation.connect("failed", lambda _, error: print("not printed:", error.message, file=sys.stderr, flush=True))
    operation.connect("finished", lambda _: os.rename(file + ".part", file))
    operation.print_()


def new_view(_session):
    settings = WebKit2.Settings()
    # Not enable_javascript, which would turn off the driver's scripts, too.
    settings.set_enable_javascript_markup(os.environ.get("WEBKIT_SCRIPTS", ON) == ON)
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    content = WebKit2.UserContentManager()
    content.register_script_message_handler("host")
    view = WebKit2.WebView(
        web_context=context, is_controlled_by_automation=True, settings=settings, user_content_manager=content
    )

    def asked(_content, message):
        wish = json.loads(message.get_js_value().to_string())
        act = {"picture": take_picture, "print": print_page}[wish["act"]]
        act(view, wish["file"], wish.get("paper"))

    content.connect("script-message-received::host", asked)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(width, height)
    window.add(view)
    window.show_all()
    return view


def automation_started(_context, session):
    information = WebKit2.ApplicationInfo()
    information.set_name("host")
    information.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(information)
    session.connect("create-web-view", new_view)


context.connect("automation-started", automation_started)
# If the process that started it has died, it exits by itself.
GLib.timeout_add_seconds(LIFETIME_SECONDS, Gtk.main_quit)
Gtk.main()
