import { expect, test } from "bun:test";
import { deviceNamed } from "./device.ts";

const MOZILLA = "Mozilla/5.0";

test.each([
  [`${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, "Firefox, Linux"],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0`,
    "Edge, Windows",
  ],
  [
    `${MOZILLA} (Linux; Android 15; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36`,
    "Chrome, Android",
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`,
    "Safari, iPhone",
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`,
    "Safari, Mac",
  ],
  ["curl/8.5.0", "curl"],
  ["Something of my own <script>", ""],
  [null, ""],
])("names %p as %p", (userAgent, device) => {
  expect(deviceNamed(userAgent)).toBe(device);
});
