import { expect, test } from "bun:test";
import { testPublishedSite } from "./machine-readable.test-utils.ts";
import { searchIndex } from "./search-index.ts";

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
  const parts = JSON.parse(
    searchIndex({ ...testPublishedSite, guides: testPublishedSite.guides.slice(0, 1) }, [alternate]),
  );
  expect(parts).toEqual([
    { id: "/guides/leave-a-gift", guide: "Leave a gift", heading: "Leave a gift", text: "How to hang a gift ." },
    {
      id: "/guides/leave-a-gift#when-it-isnt-accepted",
      guide: "Leave a gift",
      heading: "When it isn't accepted",
      text: "a b code text",
    },
    { id: "/guides/leave-a-gift#ask-again", guide: "Leave a gift", heading: "Ask again", text: "Text" },
  ]);
});
