import { expect, test } from "bun:test";
import { markdownOf } from "./markdown.ts";

const tell = (html: string) =>
  markdownOf({ html, address: "https://tree.example/guides/x", llmsTxt: "https://tree.example/llms.txt" });
const POINTER = "> For the complete documentation index, see [llms.txt](https://tree.example/llms.txt).\n\n";

test("converts a page's article and nothing around it", () => {
  const page =
    "<html><body><nav>Menu</nav><main><article><h1>Title</h1><p>Text</p></article><p>After</p></main></body></html>";
  expect(tell(page)).toBe(`${POINTER}# Title\n\nText\n`);
});

test("converts the main part of a page without an article", () => {
  expect(tell("<body><header>Top</header><main><h1>Title</h1></main></body>")).toBe(`${POINTER}# Title\n`);
});

test("makes links and image addresses absolute", () => {
  const markdown = tell(
    '<article><a href="/guides/y">y</a> <a href="#part">part</a> <a href="z">z</a> <img src="/p.png" alt="P"></article>',
  );
  expect(markdown).toContain("[y](https://tree.example/guides/y)");
  expect(markdown).toContain("[part](https://tree.example/guides/x#part)");
  expect(markdown).toContain("[z](https://tree.example/guides/z)");
  expect(markdown).toContain("![P](https://tree.example/p.png)");
});

test("preserves tables, lists and code", () => {
  const markdown = tell(
    "<article><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1 | 2</td><td><code>x</code></td></tr></tbody></table>" +
      '<ul><li>one</li><li>two</li></ul><ol><li>first</li></ol><pre><code class="language-ts">const a = `b`;\nif (a &lt; 1) {}\n</code></pre></article>',
  );
  expect(markdown).toContain("| 1 \\| 2 | `x` |");
  expect(markdown).toContain("- one\n- two");
  expect(markdown).toContain("1. first");
  expect(markdown).toContain("```ts\nconst a = `b`;\nif (a < 1) {}\n```");
});

test("omits controls, graphics, hidden and ignored elements", () => {
  const markdown = tell(
    "<article><h1>T</h1><button>Copy</button><svg><title>x</title></svg><p data-markdown-ignore>Up</p><p hidden>No</p></article>",
  );
  expect(markdown).toBe(`${POINTER}# T\n`);
});

test("escapes text that looks like Markdown", () => {
  expect(tell("<article><p>*not bold* # no heading [no](link) &lt;b&gt;</p></article>")).not.toContain("\n# no");
  expect(tell("<article><p>*not bold*</p></article>")).toContain("\\*not bold\\*");
});
