"""Ships: lists the repos of an organization, makes one, puts it into a bundle, and retires an old one.

`platform-mock probe --fixture samples/probe/fixture.yaml --github-actions=$SUBJECT -- python3 ship.py` finds nothing
in it. With `--mistake NAME` it makes one of the usual mistakes; each is in the line that asks for it.
"""

import argparse
import contextlib
import http.client
import json
import os
import random
import sys
import time
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

TRIES = 5
TIMEOUT_S = 3
FIRST_PAUSE_S = 0.1
TIERS = {"CATALOG_TIER_BASE": "base", "CATALOG_TIER_APPLICATION": "application"}
REPO_FIELDS = {"uid", "name", "description", "bundles", "catalogTier", "createTime", "updateTime"}
MISTAKES = [
    *["another-name-after-409", "stop-at-short-page", "stop-at-empty-page", "count-rows-twice", "read-errors-as-empty"],
    *["no-pause", "ignore-retry-after", "no-timeout", "send-back-all-fields", "refuse-new-fields", "refuse-new-values"],
    *["take-401-for-nothing-to-do", "swallow-errors", "ignore-refused-delete", "trust-a-late-read"],
]

parser = argparse.ArgumentParser()
parser.add_argument("--mistake", choices=MISTAKES, default="")
MISTAKE = parser.parse_args().mistake


class Refused(Exception):
    """An answer that is an error; status 0 is none at all."""

    def __init__(self, status, message, retry_after=0.0):
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after

    @property
    def is_passing(self):
        return self.status in (0, 429, 500, 502, 503, 504) or "aborted" in str(self).lower()


class Connection:
    """One keep-alive connection, which is opened anew once it is broken."""

    def __init__(self, url):
        at = urlsplit(url)
        scheme = http.client.HTTPSConnection if at.scheme == "https" else http.client.HTTPConnection
        timeout = None if MISTAKE == "no-timeout" else TIMEOUT_S
        self._connection = scheme(at.netloc, timeout=timeout)

    def ask(self, method, path, headers, body=None):
        """The answer to one try, as JSON. Raises Refused, also for what is no answer of the service."""
        try:
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise Refused(0, f"no answer: {error!r}") from error
        # A proxy asks for a pause, too, beside a page that is not JSON.
        retry_after = float(answer.getheader("Retry-After") or 0)
        try:
            value = json.loads(text or "{}")
        except ValueError as error:
            status = answer.status if answer.status >= 400 else 0
            raise Refused(status, f"not JSON: {text[:40]!r}", retry_after) from error
        if answer.status >= 400:
            raise Refused(answer.status, value.get("message", ""), retry_after)
        return value


def pause(tried, refused):
    """Waits as long as the answer asks for, or else longer each time, with chance."""
    if MISTAKE == "no-pause":
        return
    asked = 0 if MISTAKE == "ignore-retry-after" else refused.retry_after
    time.sleep(asked + FIRST_PAUSE_S * 2**tried * random.uniform(0.5, 1))


def patiently(call, is_passing=lambda refused: refused.is_passing):
    """Calls until there is an answer that does not pass, a few times at most."""
    for tried in range(TRIES):
        try:
            return call(tried)
        except Refused as refused:
            if tried == TRIES - 1 or not is_passing(refused):
                raise
            pause(tried, refused)


class TokenCache:
    """The token of this workflow: from a file while it is good, or else exchanged for what the CI says."""

    def __init__(self, api):
        self._api = api
        self._file = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ship" / "token.json"
        self._kept = None

    def get(self):
        if self._kept is None and self._file.exists():
            self._kept = json.loads(self._file.read_text())
        if self._kept is None or self._kept["until"] < time.time():
            # Whoever needs it tries again: tries within tries would be 25.
            self._kept = {"token": self._exchange(), "until": time.time() + 3000}
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text(json.dumps(self._kept))
        return self._kept["token"]

    def drop(self):
        self._kept = None
        self._file.unlink(missing_ok=True)

    def _exchange(self):
        asked = urlsplit(f"{os.environ['ACTIONS_ID_TOKEN_REQUEST_URL']}&audience=harbor.example")
        bearer = f"Bearer {os.environ['ACTIONS_ID_TOKEN_REQUEST_TOKEN']}"
        identity = self._api.ask("GET", f"{asked.path}?{asked.query}", {"Authorization": bearer})["value"]
        headers = {"Authorization": f"Bearer {identity}", "Content-Type": "application/x-www-form-urlencoded"}
        form = urlencode({"aud": os.environ["PLATFORM_ISSUER"]})
        return self._api.ask("POST", "/sts/exchange", headers, form)["token"]


class Client:
    def __init__(self):
        self._api = Connection(os.environ["PLATFORM_API_URL"])
        self._tokens = TokenCache(self._api)
        self.org = os.environ["PLATFORM_ORG_ID"]

    def _try(self, method, path, body=None):
        """One try; a token that is refused is replaced once."""
        text = None if body is None else json.dumps(body)
        ask = lambda: self._api.ask(method, path, {"Authorization": f"Bearer {self._tokens.get()}"}, text)
        try:
            return ask()
        except Refused as refused:
            if refused.status != 401:
                raise
            if MISTAKE == "take-401-for-nothing-to-do":
                return {}
            self._tokens.drop()
            return ask()

    def list_repos(self, **asked):
        """Every repo, once, whatever the pages are like."""
        repos, token = {}, ""
        while True:
            query = urlencode({"uidp.children_of": self.org, "page_size": 3, "order_by": "name", "page_token": token, **asked})
            page = self._page(f"/registry/v2/repos?{query}")
            rows, token = page.get("repos", []), page.get("nextPageToken", "")
            for nth, repo in enumerate(rows):
                key = f"{len(repos)} {nth}" if MISTAKE == "count-rows-twice" else repo["uid"]
                repos[key] = self._checked(repo)
            is_short = MISTAKE == "stop-at-short-page" and len(rows) < 3
            if not token or is_short or (MISTAKE == "stop-at-empty-page" and not rows):
                return list(repos.values())

    def _page(self, path):
        if MISTAKE == "read-errors-as-empty":
            try:
                return self._try("GET", path)
            except Refused:
                return {}
        return patiently(lambda _: self._try("GET", path))

    def _checked(self, repo):
        if MISTAKE == "refuse-new-fields" and not REPO_FIELDS.issuperset(repo):
            raise ValueError(f"unknown fields in {sorted(repo)}")
        tier = repo.get("catalogTier", "")
        if MISTAKE == "refuse-new-values" and tier:
            return {**repo, "tier": TIERS[tier]}
        return {**repo, "tier": TIERS.get(tier, "other")}

    def create_repo(self, name, description):
        """Makes a repo. One that is there after a try without an answer is ours, if it is what we asked for."""

        def create(tried):
            used = f"{name}-{tried + 1}" if MISTAKE == "another-name-after-409" and tried else name
            try:
                return self._try("POST", f"/registry/v2/repos/{self.org}", {"name": used, "description": description})
            except Refused as refused:
                if refused.status != 409 or "exists" not in str(refused) or not tried:
                    raise
                made = [repo for repo in self.list_repos(name=name) if repo["description"] == description]
                if not made:
                    raise
                return made[0]

        return patiently(create)

    def add_to_bundle(self, uid, bundle):
        """Reads the repo before it writes, and sends only what changes."""
        path = f"/registry/v2/repos/{quote(uid)}"
        # A row of a moment ago is perhaps not visible yet.
        lags = lambda refused: refused.is_passing or (refused.status == 404 and MISTAKE != "trust-a-late-read")
        try:
            repo = patiently(lambda _: self._try("GET", path), lags)
        except Refused as refused:
            if MISTAKE == "trust-a-late-read" and refused.status == 404:
                return
            raise
        bundles = [*repo.get("bundles", []), bundle]
        if MISTAKE == "send-back-all-fields":
            body, query = {**repo, "bundles": bundles}, ""
        else:
            body, query = {"bundles": bundles}, "?update_mask=bundles"
        change = lambda: self._try("PATCH", path + query, body)
        if MISTAKE == "swallow-errors":
            with contextlib.suppress(Refused):
                change()
            return
        patiently(lambda _: change())

    def delete_repo(self, uid):
        """Deletes a repo; one that is gone is deleted."""
        delete = lambda: self._try("DELETE", f"/registry/v2/repos/{quote(uid)}")
        if MISTAKE == "ignore-refused-delete":
            with contextlib.suppress(Refused):
                delete()
            return
        try:
            patiently(lambda _: delete())
        except Refused as refused:
            if refused.status != 404:
                raise


def ship(client):
    repos = client.list_repos()
    print(f"{len(repos)} repos: {', '.join(repo['name'] for repo in repos)}")
    ledger = client.create_repo("ledger", "Kept by ship.")
    client.add_to_bundle(ledger["uid"], "base")
    for repo in repos:
        if repo["name"] == "attic":
            client.delete_repo(repo["uid"])
    print("shipped")


try:
    ship(Client())
except (Refused, ValueError, KeyError) as error:
    sys.exit(f"ship: {error}")
