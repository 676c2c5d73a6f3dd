import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree, inDays } from "../fixtures/visitors.ts";

test("describes the home page with its demo tree and the code field", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - heading "A tree full of messages, just for you" [level=1]
      - 'region "Try it out"':
        - list:
          - listitem:
            - link "Christmas"
          - listitem:
            - link "Birthday"
          - listitem:
            - link "Valentine"
        - group "The tree “Demo tree” with 9 gifts":
          - img "A robin with a red breast"
        - paragraph:
          - status: 9 gifts
        - 'button "Hang the card"'
      - paragraph: /Friends hang gifts/
      - paragraph:
        - link "Create your tree"
      - region "Have a tree code?":
        - textbox "Code or link"
        - button "Open the tree"
      - region "Coming up":
        - list:
          - listitem:
            - heading "Christmas" [level=3]
      - region "How it works"
      - region "For your eyes only"
  `);
});

test("describes a tree by its gifts, the form by its questions, and an error at its field", async ({
  page,
  site,
  api,
}) => {
  const { code } = await createTree(site, { name: "Ada's tree" });
  await addGift(api, code, "Hello", { senderName: "Bob", showSenderName: true });
  await addGift(api, code, "Hello", { senderName: "Carol", giftAssetId: "rose" });
  await page.goto(`/send-message?tree=${code}`);
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - region "Ada's tree":
        - heading "Ada's tree" [level=1]
        - paragraph: /2 gifts · Opened \\w+, \\w+ \\d+/
        - group "The tree “Ada's tree” with 2 gifts":
          - link "A folded card with a red heart on it, from Bob":
            - /url: /#gift-[0-9a-f-]{36}/
            - img "A folded card with a red heart on it, from Bob"
          - img "A single red rose"
      - heading "Leave a gift" [level=2]
      - group "Choose a gift":
        - radio "Snow globe" [checked]
        - radio "Card"
      - textbox "Your message"
      - textbox "Your name"
      - checkbox "Show my name on the tree"
      - button "Send"
      - region "Gifts":
        - heading "Gifts" [level=2]
        - list:
          - listitem: Card from Bob
        - paragraph:
          - link "Report this tree"
  `);
  const message = page.getByLabel("Your message");
  await expect(message).toHaveAccessibleDescription(/^Only the owner can read your message\. Up to 500 characters\./);
  await message.fill("You are a fucking idiot");
  await page.getByLabel("Your name").fill("Bob");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.locator("#problem")).toMatchAriaSnapshot(`
    - alert:
      - text: Some of these words aren't allowed. Change them and send again. We've kept everything you typed.
      - list:
        - listitem:
          - link "Your message"
  `);
  await expect(page.locator("#gift-form")).toMatchAriaSnapshot(`
    - heading "Leave a gift" [level=2]
    - group "Choose a gift"
    - textbox "Your message" [invalid]: You are a fucking idiot
    - group: Refused by mistake?
    - textbox "Your name": Bob
  `);
  await expect(message).toHaveAccessibleDescription(/^Some of these words could be hurtful\..*Up to 500 characters/);
  await message.fill("You are a dear");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - region "Ada's tree":
        - group "The tree “Ada's tree” with 3 gifts":
          - img "A snow globe with a little house"
      - status:
        - heading "It's on the tree!" [level=2]
        - paragraph: That's gift number 3. Only the owner can read it.
      - paragraph:
        - link "Create your own tree"
      - paragraph:
        - button "Copy link"
      - paragraph:
        - link "Leave another gift"
        - link "Take it back"
  `);
});

test("describes the creation of a tree in two steps", async ({ page }) => {
  await page.goto("/create");
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - heading "Create a tree" [level=1]
      - group "What's the occasion?":
        - radio "Christmas" [checked]
        - radio "Birthday"
        - radio "Valentine"
        - group "How should it look?":
          - radio "Day and night" [checked]
          - radio "Starry night"
          - radio "Plain white"
        - paragraph:
          - link "Next"
  `);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - group "Name and day":
        - textbox "The tree's name"
        - textbox "Opening day"
        - combobox "Time zone"
        - button "Create the tree"
        - paragraph:
          - link "Back"
  `);
  await expect(page.getByLabel("Opening day")).toHaveAccessibleDescription(/at 12:00 AM on this day/);
});

test("describes an owner's tree as waiting before its opening day, and gift by gift on it", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const openingDay = inDays(30);
  const closed = await createTree(site, { name: "In a month", openingDay });
  const open = await createTree(site, { name: "Today", owner: closed.cookie });
  for (const { code } of [closed, open]) await addGift(api, code, "With love", { senderName: "Bob" });
  await signInAs(closed.cookie);
  await page.goto(`/my-trees/${closed.code}`);
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - heading "In a month" [level=1]
      - paragraph: /1 gift · Opens \\w+, \\w+ \\d+.*/
      - group "The tree “In a month” with 1 gift":
        - img "A wrapped gift, from Bob"
      - button "Copy link"
      - link "Share as a story"
      - button "Code, QR code and print"
      - paragraph:
        - time: in 30 days
      - paragraph: /you can see who.s left a gift/
      - region "Who's stopped by":
        - list:
          - listitem:
            - img "Card"
            - heading "Bob" [level=3]
            - text: New
            - button "Options for the gift from Bob"
      - paragraph:
        - link "Preview as a visitor"
      - group: Settings
  `);
  await page.goto(`/my-trees/${open.code}/opening`);
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - heading "Today" [level=1]
      - link "Close"
      - heading "Today's the day!" [level=2]
      - paragraph: 1 gift is waiting for you.
      - link "Unwrap the first gift"
      - paragraph:
        - link "Read all messages"
      - group "The tree “Today” with 1 gift":
        - link "A wrapped gift, from Bob":
          - img "A wrapped gift, from Bob"
  `);
  await page.getByRole("link", { name: "Unwrap the first gift" }).click();
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - heading "Today" [level=1]
      - link "Close"
      - article "From Bob":
        - heading "From Bob" [level=2]
        - paragraph: Gift 1 of 1 · Card
        - paragraph: With love
      - button "Finish"
      - button "Send a heart to Bob"
      - group "The tree “Today” with 1 gift"
      - link "All gifts"
  `);
});
