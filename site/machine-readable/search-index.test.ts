import { expect, test } from "bun:test";
import type { GuideEntry } from "./published-site.ts";
import { searchIndex } from "./search-index.ts";

const guide = (title: string): GuideEntry[] => [
  { name: "leave-a-gift", title, ...{ language: "en", description: "", group: "", updated: "" } },
];

test("indexes every section of a guide at its own address, as plain text", () => {
  const alternate = `> For the complete documentation index, see x.

# Leave a gift

How to [hang](https://x) a **gift**.

## When it isn't accepted

| a | b |
| --- | --- |
| \`code\` | text |

\`\`\`sh
# A comment in a command
curl x
\`\`\`

### Ask again

Text
`;
  const parts = JSON.parse(searchIndex(guide("Leave a gift"), [alternate], [alternate]));
  expect(parts).toEqual([
    { id: "/en/guides/leave-a-gift", guide: "Leave a gift", heading: "Leave a gift", text: "How to hang a gift." },
    {
      id: "/en/guides/leave-a-gift#when-it-isnt-accepted",
      guide: "Leave a gift",
      heading: "When it isn't accepted",
      text: "a b code text",
    },
    { id: "/en/guides/leave-a-gift#ask-again", guide: "Leave a gift", heading: "Ask again", text: "Text" },
  ]);
});

test("is plain text in Japanese, too", () => {
  const text = "# ギフトを贈る\n\n- **名前**：`open_tree`で**開く**。\n- 送る。\n\n2. 「送る」\n3. 終わり\n";
  const [part] = JSON.parse(searchIndex(guide("ギフトを贈る"), [text], [text], "ja"));
  expect(part.text).toBe("名前：open_treeで開く。送る。「送る」終わり");
});

test("a translated section is found at the address that it has in every language", () => {
  const [own, original] = [
    "# 선물 달기\n\n## 다는 법\n\n골라요.\n",
    "# Leave a gift\n\n## How to hang it\n\nChoose.\n",
  ];
  const parts = JSON.parse(searchIndex(guide("선물 달기"), [own], [original], "ko"));
  expect(parts.map(({ id }: { id: string }) => id)).toEqual([
    "/ko/guides/leave-a-gift",
    "/ko/guides/leave-a-gift#how-to-hang-it",
  ]);
});

test("keeps the underscores of names, in headings and text", () => {
  const text = "# Tools\n\n## open_tree\n\nSet `DATA_DIR`, and _then_ start.\n";
  const [, part] = JSON.parse(searchIndex(guide("Tools"), [text], [text]));
  expect([part.id, part.heading]).toEqual(["/en/guides/leave-a-gift#open_tree", "open_tree"]);
  expect(part.text).toBe("Set DATA_DIR, and then start.");
});
