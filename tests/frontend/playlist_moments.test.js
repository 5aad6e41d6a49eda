/** The moments of the playground's playlist, and links from a saved page. */

import assert from "node:assert/strict";
import test from "node:test";

import { linkAtRound, absoluteLink } from "#frontend/offline/app_link.js";
import { addMoment, moveMoment, loadPlaylist, removeMoment } from "#frontend/playground/saved_moments.js";

const moment = (/** @type {string} */ link) => ({ link, title: "", note: "", ask: "" });
const links = (/** @type {{link: string}[]} */ moments) => moments.map(({ link }) => link).join("");

test("adding, moving and removing moments leaves the old list unchanged", () => {
  const list = { title: "x", moments: ["a", "b", "c"].map(moment) };
  assert.equal(links(addMoment(list, moment("d")).moments), "abcd");
  assert.equal(links(moveMoment(list.moments, 0, 1)), "bac");
  assert.equal(links(moveMoment(list.moments, 2, -1)), "acb");
  assert.equal(links(moveMoment(list.moments, 0, -1)), "abc");
  assert.equal(links(removeMoment(list.moments, 1)), "ac");
  assert.equal(links(list.moments), "abc");
});

test("loadPlaylist returns the stored playlist, or an empty one", () => {
  const browser = (/** @type {string | null} */ text) =>
    /** @type {any} */ ({ localStorage: { getItem: () => text } });
  const without = [browser(null), browser("{"), browser("{}"), /** @type {any} */ ({})];
  for (const each of without) assert.deepEqual(loadPlaylist(each), { title: "", moments: [] });
  const kept = loadPlaylist(browser('{"title":1,"moments":[{"link":"a"}]}'));
  assert.deepEqual(kept, { title: "", moments: [moment("a")] });
});

test("linkAtRound sets the round in the query, or behind the # of a playground", () => {
  assert.equal(linkAtRound("https://a.org/?data=x&t=1", 5), "https://a.org/?data=x&t=5");
  assert.equal(
    linkAtRound("https://a.org/p.html#watch?data=x&t=1", 5),
    "https://a.org/p.html#watch?data=x&t=5",
  );
});

test("absoluteLink resolves links on a host, but not from a disk or in a frame", () => {
  const at = (/** @type {string} */ href) => /** @type {any} */ (globalThis.window = { location: { href } });
  at("https://a.org/site/lessons/one.html?moment=2");
  assert.equal(absoluteLink("../playground.html#watch?t=1"), "https://a.org/site/playground.html#watch?t=1");
  assert.equal(absoluteLink("https://b.org/?t=1"), "https://b.org/?t=1");
  assert.equal(absoluteLink(""), "");
  at("file:///tmp/site/lessons/one.html");
  assert.equal(absoluteLink("../playground.html#watch"), "");
  at("about:srcdoc");
  assert.equal(absoluteLink("../playground.html#watch"), "");
  delete (/** @type {any} */ (globalThis).window);
});
