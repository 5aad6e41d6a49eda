"""The proxies that `serve` can put before its workers, with their configurations, which assign visitors to workers.

A cookie keeps a visitor with one worker, which has their session, uploads and runs. When that worker is gone another
worker answers, and the cookie follows: a page whose requests went to two workers would find its run with neither.
The other worker is the spare, which has no visitors: a worker with its share of visitors cannot hold a second share.
A class's requests go to the first worker, so that a step reaches it without a detour.
"""

import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

COOKIE = "rankviz_seat"
UPLOAD_MB = 101
"""Megabytes of a request at most: an upload of 100 MB, plus what a form adds."""
HEAD_WAITS, BODY_WAITS = 15, 30
"""Seconds to wait for the rest of a partly sent request."""
SPARE_WEIGHT = 10_000
"""The weight of the spare, against other workers, for a visitor whose worker is gone."""
SAYING = (
    "X-Forwarded-Proto",
    "X-Forwarded-Protocol",
    "X-Forwarded-Scheme",
    "X-Url-Scheme",
    "X-Scheme",
    "CloudFront-Forwarded-Proto",
    "X-Forwarded-Ssl",
    "Front-End-Https",
)
"""Headers in which a proxy before ours says whether the browser's connection is encrypted, besides `Forwarded`; the app
reads the same ones in `rankviz.ui.serving.forwarded`, which a command cannot import."""
ENCRYPTED = r">(https|ssl|on|1|true|yes)\s*[,>]|>=([^,]*;)?\s*proto\s*=\W*https"
"""The values that mean so: in these headers, each between two ">", and in `Forwarded` after ">="."""
PLACES = os.pathsep.join(("/usr/local/sbin", "/usr/sbin", "/sbin", "/opt/homebrew/bin"))
"""Folders of proxies that are not in every user's PATH."""


@dataclass(frozen=True)
class Site:
    """The served site: the host's name or address to listen on, the port, the folder ("" or "/name"), the workers'
    ports on this machine, a folder for the proxy's files, and the index of the spare worker, if there is one."""

    address: str
    port: int
    base: str
    workers: tuple[int, ...]
    folder: Path
    spare: int | None = None

    @property
    def listens(self) -> str:
        """Address and port in the form of both proxies."""
        host = f"[{self.address}]" if ":" in self.address else self.address
        return f"{host}:{self.port}"


@dataclass(frozen=True)
class Proxy:
    """A proxy by the name of its program: its configuration, the commands that start it and check that, and whether it
    sends a lost worker's visitors to a spare, and reads its configuration again on SIGHUP when the spare changes."""

    name: str
    written: Callable[[Site], str]
    start: tuple[str, ...]
    check: tuple[str, ...]
    spares: bool = False

    def program(self) -> str | None:
        """Return the path of the proxy's program; None when it is not installed."""
        return shutil.which(self.name) or shutil.which(self.name, path=PLACES)

    def command(self, file: Path, what: Sequence[str]) -> list[str]:
        """Return the command line of `start` or `check` with that configuration."""
        return [str(self.program()), *(str(file) if part == "FILE" else part for part in what)]


def _for_nginx(site: Site) -> str:
    """Return the configuration of nginx."""
    seats = range(len(site.workers))
    upstreams = "\n".join(_upstream(site, k) for k in seats)
    every = "".join(f" server 127.0.0.1:{site.workers[k]}{' backup' * (k == site.spare)};" for k in seats)
    chosen = " ".join(f"{k} seat_{k};" for k in seats)
    answering = " ".join(f'"~:{port}$" {k};' for k, port in enumerate(site.workers))
    stays = " ".join(f'"{k}>{k}" "";' for k in seats)
    base = site.base
    said = _said(lambda name: "$http_" + name.replace("-", "_").lower())
    return f"""\
daemon off;
worker_processes 1;
pid "{site.folder}/nginx.pid";
error_log stderr crit;
events {{ worker_connections 8192; }}

http {{
    access_log off;
    server_tokens off;
    client_max_body_size {UPLOAD_MB}m;
    client_header_timeout {HEAD_WAITS}s;
    client_body_timeout {BODY_WAITS}s;  # between two parts of a body
    client_body_temp_path "{site.folder}/body";
    proxy_temp_path "{site.folder}/proxy";
    fastcgi_temp_path "{site.folder}/unused";
    uwsgi_temp_path "{site.folder}/unused";
    scgi_temp_path "{site.folder}/unused";
    proxy_cache_path "{site.folder}/front-end" keys_zone=front_end:1m max_size=64m inactive=1d;

    # New visitors go to one worker after the other; then a cookie names the worker that has answered. Not where the
    # fewest connections are: a class comes at once, before there are any, and 63 of 100 went to the quicker of two.
    upstream anybody {{{every} }}
{upstreams}
    map $cookie_{COOKIE} $seat {{ default anybody; {chosen} }}
    map $upstream_addr $answered {{ default ""; {answering} }}
    map "$cookie_{COOKIE}>$answered" $moved {{
        default "{COOKIE}=$answered; Path={base or "/"}; HttpOnly; SameSite=Lax$secure"; "~>$" ""; {stays}
    }}
    # Another proxy before this one says whether the browser's line is encrypted.
    map "{said}" $secure {{ default ""; "~*{ENCRYPTED}" "; Secure"; }}
    map $http_upgrade $upgrading {{ "" ""; default upgrade; }}

    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $upgrading;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;  # limits count by address
    proxy_pass_header X-Accel-Buffering;  # another nginx before this one is to hold no events back either
    proxy_connect_timeout 2s;
    proxy_read_timeout 1h;

    server {{
        listen {site.listens};
        location = {base}/_stcore/metrics {{ return 404; }}
        location ~ ^{base}/(presenter|join|api/room)(/|$) {{ proxy_pass http://seat_0; }}
        # Named by what is in them: workers send each once. Streamlit sends its own as they are, three times as large
        # as they need to be.
        location ~ ^{base}/(static|api/stage)/ {{
            proxy_cache front_end;
            proxy_cache_key $uri;
            proxy_cache_valid 200 1d;
            proxy_cache_lock on;
            proxy_ignore_headers Cache-Control;
            gzip on;
            gzip_comp_level 1;
            gzip_vary on;
            gzip_types application/javascript text/javascript text/css;
            proxy_pass http://$seat;
        }}
        location / {{
            add_header Set-Cookie $moved always;
            proxy_pass http://$seat;
        }}
    }}
}}
"""


def _said(header: Callable[[str], str]) -> str:
    """Return the text that `ENCRYPTED` is matched against; `header` writes a request's header as the proxy does."""
    return "".join(f">{header(name)}" for name in SAYING) + f">={header('Forwarded')}"


def _upstream(site: Site, seat: int) -> str:
    """Return a worker's upstream: the spare answers for a lost worker, and the others when the spare is lost too."""
    rest = "".join(
        f" server 127.0.0.1:{port} backup{f' weight={SPARE_WEIGHT}' * (k == site.spare)};"
        for k, port in enumerate(site.workers)
        if k != seat
    )
    return f"    upstream seat_{seat} {{ server 127.0.0.1:{site.workers[seat]} max_fails=1 fail_timeout=1s;{rest} }}"


def _for_caddy(site: Site) -> str:
    """Return the configuration of Caddy."""
    workers = " ".join(f"127.0.0.1:{port}" for port in site.workers)
    believes = (
        "trusted_proxies 127.0.0.0/8 ::1"  # of another proxy on this machine: its X-Forwarded-Proto stays
    )
    said = _said(lambda name: f"{{header.{name}}}")
    again = "lb_try_duration 5s\n\t\t\tlb_try_interval 100ms\n\t\t\tfail_duration 1s"
    return f"""\
{{
	admin off
	auto_https off
	storage file_system "{site.folder}"
	servers {{
		timeouts {{
			read_header {HEAD_WAITS}s
		}}
	}}
	log {{
		level ERROR
	}}
}}

http://:{site.port} {{
	bind {site.address}
	handle {site.base}/_stcore/metrics {{
		respond 404
	}}
	request_body {{
		max_size {UPLOAD_MB}MB
	}}
	@rooms path {site.base}/presenter {site.base}/join {site.base}/join/* {site.base}/api/room/*
	handle @rooms {{
		reverse_proxy {workers} {{
			lb_policy first
			{again}
			{believes}
		}}
	}}
	# A cookie keeps a visitor with a worker, and moves along when that one is gone. Caddy writes it with a path alone.
	handle {{
		map "{said}" {{secure}} {{
			"~(?i){ENCRYPTED}" "; Secure"
			default ""
		}}
		header {{
			Set-Cookie "^({COOKIE}=[^;]+); Path=/.*$" "$1; Path={site.base or "/"}; HttpOnly; SameSite=Lax{{secure}}"
			defer
		}}
		reverse_proxy {workers} {{
			lb_policy cookie {COOKIE}
			{again}
			{believes}
		}}
	}}
}}
"""


PROXIES = {
    proxy.name: proxy
    for proxy in (
        Proxy(
            "nginx",
            _for_nginx,
            ("-e", "stderr", "-c", "FILE"),
            ("-e", "stderr", "-t", "-q", "-c", "FILE"),
            spares=True,
        ),
        Proxy(
            "caddy",
            _for_caddy,
            ("run", "--adapter", "caddyfile", "--config", "FILE"),
            ("validate", "--adapter", "caddyfile", "--config", "FILE"),
        ),
    )
}
"""The proxies by name; where both are installed the first is used."""
