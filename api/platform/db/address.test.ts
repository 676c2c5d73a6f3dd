import { expect, test } from "bun:test";
import { readDatabaseAddress } from "./address.ts";

const placesOf = (address: string) =>
  readDatabaseAddress(address)?.places.map(({ host, port, folder }) => folder ?? `${host} ${port}`);

test.each([
  ["postgres://tree@db.example/tree", ["db.example 5432"], false],
  ["postgresql://tree:p%40ss@db.example:6000/tree?sslmode=require", ["db.example 6000"], false],
  ["postgres://tree@[::1]:5433/tree", ["::1 5433"], false],
  ["postgres:///tree", ["localhost 5432"], false],
  ["postgres://tree@localhost/tree?host=%2Frun%2Fpostgres", ["/run/postgres"], false],
  ["postgres://u:p@one:5432,two:5433/tree", ["one 5432", "two 5433"], true],
  ["postgres://u:p@one,[fd00::2]:5433,three/tree", ["one 5432", "fd00::2 5433", "three 5432"], true],
  ["postgres://u@localhost/tree?host=/a,/b", ["/a", "/b"], true],
  ["postgres://u:p@one/tree?target_session_attrs=read-write", ["one 5432"], true],
  ["postgres://u:p@one,two/tree?target_session_attrs=primary", ["one 5432", "two 5432"], true],
])("resolves %s to %p", (address, places, isToFind) => {
  expect(placesOf(address)).toEqual(places);
  expect(readDatabaseAddress(address)?.isToFind).toBe(isToFind);
});

test("splits several hosts into one URL each, with all other parts", () => {
  const address = "postgres://u:p@one:5432,two:5433/tree?sslmode=require&target_session_attrs=read-write";
  expect(readDatabaseAddress(address)?.places.map(({ href }) => href)).toEqual([
    "postgres://u:p@one:5432/tree?sslmode=require",
    "postgres://u:p@two:5433/tree?sslmode=require",
  ]);
});

test.each([
  "mysql://one/tree",
  "//u:p@one",
  "postgres://u:p@one,,two/tree",
  "postgres://u:p@one:0,two/tree",
  "postgres://u:p@one:5432,two:70000/tree",
  "postgres://u:p@one:port/tree",
  "postgres://u:p@::1/tree",
  "postgres://u:p@one,two/tree?target_session_attrs=standby",
  "postgres://u:p@one,two/tree?target_session_attrs=any",
])("refuses %s", (address) => {
  expect(readDatabaseAddress(address)).toBe(null);
});
