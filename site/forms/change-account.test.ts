import { expect, test } from "bun:test";
import { forEachChoice } from "#contract/owners";
import type { ApiClient } from "../api-client.ts";
import { changeAccount } from "./change-account.ts";

test.each(["constructor", "__proto__", "toString", "mails", ""])(
  "treats a form with the button value %p as the settings form",
  async (change) => {
    const sent: object[] = [];
    const changeOne = async (changes: object) => {
      sent.push(changes);
      return { ok: true, data: {}, cookies: [] };
    };
    const body = new URLSearchParams({ change, language: "ko", openingMails: "yes" });
    const request = new Request("http://localhost/account", { method: "POST", body });
    const outcome = await changeAccount(request, { changeAccount: changeOne } as unknown as ApiClient);
    expect("done" in outcome && outcome.done.headers.get("location")).toBe("/account?saved");
    expect(sent).toEqual([{ language: "ko", ...forEachChoice((choice) => choice === "openingMails") }]);
  },
);
