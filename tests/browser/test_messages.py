"""Messages for who is away, as they are asked for, received and stopped in a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.live_server import LiveServer
from tests.browser.person import LIGHT, Person
from tests.server.push_client import PushClient
from tests.server.receivers import MailBox, WebBox, in_a_thread, mail_box, web_box
from tests.waiting import wait_until

# There is no push service that tests could reach: the browser's half of it is played here. What
# comes after it, the worker and what it shows, is the browser's own.
SUBSCRIBED = """
const target = %s;
const made = { endpoint: target.endpoint, toJSON: () => ({ keys: target }) };
PushManager.prototype.subscribe = async function (options) {
  if (options.applicationServerKey.length !== 87) throw new Error('no key');
  localStorage.subscribed = '1';
  return made;
};
PushManager.prototype.getSubscription = async () => localStorage.subscribed ? made : null;
"""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map((n) => ({ title: n.title, link: n.data.link, actions: n.actions.map((a) => a.title) }))"""
STOP = """async () => {
  const [notification] = await registration.getNotifications();
  const click = new NotificationEvent('notificationclick', { notification, action: 'stop' });
  dispatchEvent(click);
}"""


@dataclass
class Post:
    """A server, and where its messages arrive."""

    server: LiveServer
    mail: MailBox
    web: WebBox


@pytest.fixture(scope="module")
def post(home: Path | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Post]:
    with ExitStack() as stack:
        mail = stack.enter_context(in_a_thread(mail_box()))
        web = stack.enter_context(in_a_thread(web_box()))
        settings: dict[str, object] = {
            "smtp": mail.url,
            "private_hooks": True,
            "notify_after": 1.0,
            "notify_every": 0.1,
        }
        live = LiveServer(tmp_path_factory.mktemp("post"), home=home, settings=settings)
        live.settings["public_address"] = f"{live.url}/"
        live.start()
        yield Post(live, mail, web)
        live.stop()


def test_a_device_is_told_and_told_no_more(whole_browser: Browser, post: Post) -> None:
    client = PushClient(f"{post.web.url}/device")
    seats = [{"kind": "link", "name": "Ann"}, {"kind": "link", "name": "Ben"}]
    made = post.server.post("/api/tables", {"map": "base-2", "first": "P1", "seats": seats})
    script = SUBSCRIBED % json.dumps(client.target)
    ann = Person(whole_browser, post.server, keeps=True, script=script)
    try:
        ann.context.grant_permissions(["notifications"], origin=post.server.url)
        line = ann.context.new_cdp_session(ann.page)
        workers: list[str] = []
        line.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: workers.extend(one["registrationId"] for one in told["registrations"]),
        )
        line.send("ServiceWorker.enable")
        mine = {**made["seats"][0], "kind": "device"}
        ann.sit_at({**made, "seats": [mine]})
        ann.look_until("Your turn")
        ann.open_menu("Messages")
        dialog = ann.page.get_by_role("dialog")
        expect(dialog).to_contain_text("away from this table for 1 minute")
        dialog.get_by_role("button", name="Tell this device").click()
        expect(dialog.get_by_role("listitem")).to_contain_text("This device")
        expect(dialog.get_by_role("button", name="Tell this device")).to_have_count(0)
        ann.shoot("messages")
        ann.load(LIGHT)  # away; the worker stays
        wait_until(lambda: post.web.requests != [], "it is pushed")
        told = client.read(post.web, "/device")
        wait_until(lambda: workers != [], "the worker is known")
        message = {"origin": post.server.url, "registrationId": workers[-1]}
        line.send("ServiceWorker.deliverPushMessage", {**message, "data": json.dumps(told)})
        ann.until(lambda: ann.page.evaluate(SHOWN) != [], lambda: "what was pushed")
        (shown,) = ann.page.evaluate(SHOWN)
        assert shown == {
            "title": "It is your turn",
            "link": f"t/{made['table']}",
            "actions": ["No more messages"],
        }
        (worker,) = ann.context.service_workers
        worker.evaluate(STOP)
        wish = {"secrets": [mine["secret"]]}
        path = f"/api/tables/{made['table']}/notices"
        wait_until(lambda: post.server.post(path, wish)["wanted"] == [], "it is stopped")
        assert ann.page.evaluate(SHOWN) == []
    finally:
        ann.close()
    assert ann.complaints == []


def test_a_letter_is_confirmed_and_stopped_by_a_click_each(browser: Browser, post: Post) -> None:
    seats = [{"kind": "link", "name": "Ann"}, {"kind": "link", "name": "Ben"}]
    made = post.server.post("/api/tables", {"map": "base-2", "first": "P1", "seats": seats})
    ann = Person(browser, post.server, locale="de-DE")
    try:
        ann.sit_at({**made, "seats": [{**made["seats"][0], "kind": "device"}]})
        ann.look_until("Du bist dran")
        ann.button("Menü").first.click()
        ann.button("Nachrichten").click()
        dialog = ann.page.get_by_role("dialog")
        dialog.get_by_label("E-Mail").fill("ann@example.org")
        dialog.get_by_role("button", name="Hinzufügen").first.click()
        expect(dialog.get_by_role("listitem")).to_contain_text("a…@example.org")
        expect(dialog.get_by_role("listitem")).to_contain_text("Bestätige die Adresse")
        ann.shoot("messages-mail-de")
        wait_until(lambda: len(post.mail.letters) == 1, "the address is asked")
        question = post.mail.letters[0].get_content()
        ann.go(_link(question, post.server.url))
        ann.button("Ja, gib mir Bescheid").click()
        expect(ann.page.get_by_role("status")).to_contain_text("Du bekommst Bescheid")
        ann.shoot("notice-confirmed-de")
        wait_until(lambda: len(post.mail.letters) == 2, "the turn is told")
        letter = post.mail.letters[1].get_content()
        assert f"{post.server.url}/t/{made['table']}" in letter.split()
        ann.follow(_link(letter, post.server.url))
        ann.button("Keine Nachrichten mehr").click()
        expect(ann.page.get_by_role("status")).to_contain_text("vergessen")
        ann.page.get_by_role("link", name="Zum Tisch").click()
        ann.look_until("Du bist dran")
    finally:
        ann.close()
    assert ann.complaints == []


def _link(letter: str, url: str) -> str:
    found = re.search(rf"{re.escape(url)}(/notices/\S+)", letter)
    assert found is not None
    return found[1]
