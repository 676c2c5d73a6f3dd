import { expect, test } from "bun:test";
import { isPublic, pathOf } from "./request.ts";

test.each([
  ["http://api.example/v1/trees/abcdefgh?name=http://elsewhere.example/x#part", "/v1/trees/abcdefgh", true],
  ["http://api.example:3000/v1?a", "/v1", true],
  ["http://api.example/v1x/http://api.example/v1/", "/v1x/http://api.example/v1/", false],
  ["http://api.example", "/", false],
  ["http://api.example/?path=/v1/", "/", false],
])("the path of %s is %s; part of the public API: %p", (url, path, isOpen) => {
  const request = new Request(url);
  expect([pathOf(request), isPublic(request)]).toEqual([path, isOpen]);
});
