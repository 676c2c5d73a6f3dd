import { expect, test } from "bun:test";
import { isOurs } from "./pages.ts";

test.each([
  "/",
  "/send-message?tree=../_image",
  "/my-trees/abcdefgh/opening",
  "/.well-known/change-password",
  "/gifts.svg",
])("takes %s for a page's address", (address) => expect(isOurs(address)).toBe(true));

// As they are sent without a `Host`, which leaves them as they are. Astro would read them as `/_image`.
test.each(["/_image", "//_image", "/x/../_image", "/./_image", "/.\\_image", "/\\_image", "/x/..", "/%5fimage"])(
  "takes %s for nobody's address",
  (address) => expect(isOurs(address)).toBe(false),
);
