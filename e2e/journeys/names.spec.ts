import { expect, openSettings, test, visitOnceChanged } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("shows the names that the owner agrees to, and no other", async ({ page, friend, site, api, signInAs }) => {
      const { code, cookie } = await createTree(site);
      await addGift(api, code, "A message", { senderName: "Early Bird", showSenderName: true });
      await signInAs(cookie);
      await page.goto(`/my-trees/${code}`);
      await openSettings(page);
      await page.getByRole("button", { name: "Ask me before showing names" }).click();
      await openSettings(page);
      await expect(page.getByRole("button", { name: "Show names without asking me" })).toBeVisible();

      const address = `${site}/send-message?tree=${code}`;
      const box = friend.getByLabel("Show my name on the tree");
      await visitOnceChanged(friend, address, () =>
        expect(box).toHaveAccessibleDescription("Your name appears once the owner approves it.", { timeout: 500 }),
      );
      for (const senderName of ["Bob", "Carol"]) {
        await addGift(api, code, "Another message", { senderName, showSenderName: true });
      }
      await addGift(api, code, "One more", { senderName: "Hidden Ann" });
      await visitOnceChanged(friend, address, () =>
        expect(friend.getByText("Early Bird")).not.toHaveCount(0, { timeout: 500 }),
      );
      for (const name of ["Bob", "Carol", "Hidden Ann"]) expect(await friend.content()).not.toContain(name);

      await page.goto(`/my-trees/${code}`);
      await expect(page.getByText("2 friends would like their names on the tree.")).toBeVisible();
      await expect(page.getByText("Name needs your OK")).toHaveCount(2);
      await page.getByRole("link", { name: "Choose which names to show" }).click();
      await expect(page.getByRole("checkbox")).toHaveCount(3);
      await expect(page.getByLabel("Early Bird")).toBeChecked();
      await page.getByLabel("Early Bird").uncheck();
      await page.getByLabel("Bob").check();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("status").first()).toHaveText("Saved. Visitors see the names you selected.");
      await expect(page.getByText("Name needs your OK")).toHaveCount(2);

      await visitOnceChanged(friend, address, () =>
        expect(friend.getByText("Bob")).not.toHaveCount(0, { timeout: 500 }),
      );
      for (const name of ["Early Bird", "Carol", "Hidden Ann"]) expect(await friend.content()).not.toContain(name);
    });
  });
}

test("shows all names of a page at once, in Korean", async ({ page, site, api, signInAs }) => {
  const { code, cookie } = await createTree(site);
  await signInAs(cookie);
  await page.goto(`/ko/my-trees/${code}`);
  await openSettings(page);
  await page.getByRole("button", { name: "내가 허락한 이름만 표시하기" }).click();
  for (const senderName of ["지수", "민지"]) await addGift(api, code, "메시지", { senderName, showSenderName: true });
  await page.goto(`/ko/my-trees/${code}`);
  await expect(page.getByText("친구 2명이 이름 표시를 기다리고 있어요.")).toBeVisible();
  await page.getByRole("link", { name: "표시할 이름 고르기" }).click();
  await page.getByRole("link", { name: "모두 고르기" }).click();
  await page.getByRole("button", { name: "저장하기" }).click();
  await expect(page.getByRole("status").first()).toHaveText("저장했어요. 고른 이름만 방문자에게 보여요.");
  const { data } = await (await page.request.get(`/v1/messages/${code}`)).json();
  expect(data.map(({ senderName }: { senderName?: string }) => senderName)).toEqual(["민지", "지수"]);
});
