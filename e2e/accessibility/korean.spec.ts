import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree, inDays, ZONE } from "../fixtures/visitors.ts";

test.describe("for a browser that asks for Korean", () => {
  test.use({ locale: "ko-KR" });

  test("speaks Korean all the way from creating a tree to its thank-you", async ({ page, friend }) => {
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "ko");
    await page.getByRole("link", { name: "내 트리 만들기" }).click();
    await expect(page.getByText("어떤 날인가요?")).toBeVisible();
    await page.getByRole("radio", { name: "생일" }).check();
    await page.getByRole("link", { name: "다음" }).click();
    await page.getByLabel("트리 이름").fill("지우의 생일");
    await page.getByLabel("공개일").fill(inDays(0));
    await page.getByLabel("시간대").selectOption(ZONE);
    await page.getByRole("button", { name: "트리 만들기" }).click();
    await page.getByLabel("이메일").fill(`${crypto.randomUUID()}@example.com`);
    await page.getByLabel("비밀번호").fill("짧아");
    await page.getByRole("button", { name: "가입하기" }).click();
    await expect(page.getByLabel("비밀번호")).toHaveAccessibleDescription(/^10자 이상 입력해 주세요\./);
    await page.getByLabel("비밀번호").fill("correct horse battery");
    await page.getByRole("button", { name: "가입하기" }).click();
    await expect(page.getByRole("status").first()).toHaveText("트리가 완성됐어요!");
    const code = new URL(page.url()).pathname.split("/").at(-1) ?? "";

    await friend.goto("/");
    await friend.getByLabel("코드 또는 링크").fill(code);
    await friend.getByRole("button", { name: "트리 열기" }).click();
    await friend.getByLabel("메시지").fill("생일 축하해! 🎂");
    await friend.getByLabel("이름", { exact: true }).fill("민수");
    await friend.getByLabel("트리에 내 이름 표시하기").check();
    await friend.getByRole("button", { name: "보내기" }).click();
    await expect(friend.getByRole("status").filter({ hasText: "선물을 달았어요!" })).toBeVisible();
    await friend.getByRole("link", { name: "이 트리의 선물 모두 보기" }).click();
    await expect(friend.getByRole("region", { name: "선물", exact: true })).toContainText("민수");

    await page.goto(`/my-trees/${code}`);
    await expect(page.getByText(/^생일 축하해요.*!$/)).toBeVisible();
    await expect(page.getByText("선물 1개", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "하나씩 열어 보기" }).click();
    await expect(page.getByRole("article", { name: "민수 님의 선물" })).toContainText("선물 1 / 1");
    await page.getByRole("button", { name: "마치기" }).click();
    await expect(page.getByText("친구 1명 · 선물 1개")).toBeVisible();
    await page.getByRole("link", { name: "고마움 전하기" }).click();
    await expect(page.getByLabel("감사 인사")).toHaveValue("메시지를 하나하나 다 읽었어요. 모두 고마워요!");
    await page.getByRole("link", { name: "닫기" }).click();
    await page.getByRole("button", { name: "로그아웃" }).click();
    await expect(page.getByText("로그아웃했어요.")).toBeVisible();
  });

  test("formats days, counts and errors in Korean", async ({ page, site, api, signInAs }) => {
    const openingDay = inDays(30);
    const { code, cookie } = await createTree(site, { openingDay });
    await addGift(api, code, "Hello");
    await addGift(api, code, "Hello again");
    await page.goto(`/send-message?tree=${code}`);
    const [, month, day] = openingDay.split("-").map(Number);
    await expect(page.getByText(new RegExp(`${month}월 ${day}일까지 내 트리에 선물을 달아 주세요!`))).toBeVisible();
    await expect(page.getByText("선물 2개 · 열리는 날까지 D-30")).toBeVisible();
    await page.getByLabel("메시지").fill("🎁".repeat(501));
    await page.getByLabel("이름", { exact: true }).fill("민수");
    await page.getByRole("button", { name: "보내기" }).click();
    await expect(page.getByRole("alert").first()).toContainText(
      "아래에 확인이 필요한 곳이 있어요. 작성한 내용은 저장돼 있어요.",
    );
    await expect(page.getByLabel("메시지")).toHaveAccessibleDescription(/^500자까지 쓸 수 있어요\. 지금은 501자예요\./);
    await signInAs(cookie);
    await page.goto(`/my-trees/${code}`);
    await expect(page.getByText("30일 후", { exact: true })).toBeVisible();
  });

  test("answers a URL with the English prefix in English", async ({ page }) => {
    await page.goto("/en/create");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.getByRole("heading", { name: "Create a tree", level: 1 })).toBeVisible();
  });
});

test("keeps the Korean prefix of a URL in links, forms, redirects and metadata for search engines", async ({
  page,
  site,
}) => {
  const { code } = await createTree(site);
  const address = `/send-message?tree=${code}`;
  const answer = await page.goto(`/ko${address}`);
  expect(answer?.headers()["content-language"]).toBe("ko");
  expect(answer?.headers().vary).toBe("Accept, Accept-Encoding");
  expect((await page.request.get(address)).headers().vary).toMatch(/Accept-Language.*Cookie/);
  const link = (rel: string, more = "") => page.locator(`link[rel=${rel}]${more}`);
  await expect(link("canonical")).toHaveAttribute("href", `${site}/ko${address}`);
  await expect(link("alternate", "[hreflang=ko]")).toHaveAttribute("href", `${site}/ko${address}`);
  await expect(link("alternate", "[hreflang=en]")).toHaveAttribute("href", `${site}/en${address}`);
  await expect(link("alternate", "[hreflang=x-default]")).toHaveAttribute("href", site + address);
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");

  const links = await page
    .locator("a[href^='/']:not(.language)")
    .evaluateAll((all) => all.map((each) => each.getAttribute("href")));
  // The guides are English only and have no language prefix.
  expect(links.filter((href) => !/^\/(ko|guides)(\/|$)/.test(href ?? ""))).toEqual([]);
  await page.getByLabel("메시지").fill("생일 축하해!");
  await page.getByLabel("이름", { exact: true }).fill("민수");
  await page.getByRole("button", { name: "보내기" }).click();
  await expect(page).toHaveURL(new RegExp(`/ko/send-message\\?tree=${code}&hung=`));

  await page.goto("/ko/my-trees");
  await expect(page).toHaveURL(/\/ko\/sign-in\?next=/);
  await page.getByRole("main").getByRole("link", { name: "가입하기" }).click();
  await page.getByLabel("이메일").fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel("비밀번호").fill("correct horse battery");
  await page.getByRole("button", { name: "가입하기" }).click();
  await expect(page).toHaveURL(`${site}/ko/my-trees`);
  expect((await page.goto("/ko/nothing"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("페이지를 찾을 수 없어요");
});

test("remembers a language chosen in the header, and keeps the typed text", async ({ page, site }) => {
  const { code } = await createTree(site);
  await page.goto(`/send-message?tree=${code}`);
  await page.getByLabel("Your message").fill("Half a sentence");
  await page.getByRole("link", { name: "한국어" }).click();
  await expect(page.getByRole("heading", { name: "선물 달기" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`\\?tree=${code}$`));
  await expect(page.getByLabel("메시지")).toHaveValue("Half a sentence");
  await page.goto("/create");
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "language");
  expect(cookie).toMatchObject({ value: "ko", httpOnly: true, sameSite: "Lax" });
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 300 * 24 * 60 * 60);
  await page.getByRole("link", { name: "English" }).click();
  await expect(page.getByRole("heading", { name: "Create a tree", level: 1 })).toBeVisible();
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});
