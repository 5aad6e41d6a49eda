"""Who is asking: the address by which limits count, before a proxy and behind one."""

from types import SimpleNamespace

import pytest
from starlette.datastructures import Headers

from rankviz.ui.serving import client_address
from rankviz.ui.serving.client_address import UNKNOWN, address, of_page, of_request

HERE, AWAY = "127.0.0.1", "198.51.100.9"


@pytest.mark.parametrize(
    ("peer", "forwarded", "counts"),
    [
        (AWAY, (), AWAY),
        (AWAY, ("203.0.113.7",), AWAY),  # anybody may write this header
        (HERE, ("203.0.113.7",), "203.0.113.7"),
        (HERE, ("10.9.9.9, 203.0.113.7",), "203.0.113.7"),  # the first one was sent by the client
        (HERE, ("10.9.9.9", "203.0.113.7, 127.0.0.1"), "203.0.113.7"),  # two proxies on this machine
        ("::1", ("203.0.113.7",), "203.0.113.7"),
        ("::ffff:127.0.0.1", ("203.0.113.7",), "203.0.113.7"),
        ("::ffff:198.51.100.9", (), AWAY),
        (HERE, (), HERE),
        (HERE, ("127.0.0.1",), HERE),
        (HERE, ("nobody",), UNKNOWN),
        (HERE, ("x" * 5000,), UNKNOWN),
        ("", (), UNKNOWN),
        ("2001:db8:1:2:3:4:5:6", (), "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", (), "2001:db8:1:2::/64"),  # the same network, which may be one computer
        ("2001:db8:1:3::1", (), "2001:db8:1:3::/64"),
        ("fe80::1%eth0", (), "fe80::/64"),
    ],
)
def test_the_address_is_the_peers_or_the_one_that_a_proxy_here_has_written(
    peer: str, forwarded: tuple[str, ...], counts: str
) -> None:
    assert address(peer, forwarded) == counts
    headers = [(b"x-forwarded-for", line.encode()) for line in forwarded]
    assert of_request({"type": "http", "client": (peer, 1), "headers": headers}) == counts


@pytest.mark.parametrize(("peer", "counts"), [(None, "203.0.113.7"), (AWAY, AWAY)])
def test_a_page_comes_from_the_same_address_as_its_requests(
    peer: str | None, counts: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = SimpleNamespace(get_all=Headers({"x-forwarded-for": "10.9.9.9, 203.0.113.7"}).getlist)
    monkeypatch.setattr(client_address.st, "context", SimpleNamespace(ip_address=peer, headers=headers))
    assert of_page() == counts


def test_a_request_without_a_peer_is_unknown() -> None:
    assert of_request({"type": "http", "headers": []}) == UNKNOWN
