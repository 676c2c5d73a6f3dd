// The limit: handwritten template strings on Bun.serve, without a framework, a cache, or any header that is not needed.
import { brotliCompressSync, constants } from "node:zlib";
import { askForTree } from "../page/ask.ts";
import { treeDocument } from "./document.ts";

const BROTLI_QUALITY = 4;

Bun.serve({
  port: Number(process.env.PORT),
  hostname: "127.0.0.1",
  reusePort: false,
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const page = pathname === "/send-message" ? await askForTree(searchParams.get("tree") ?? "") : null;
    if (!page) return new Response("Not Found", { status: 404 });
    const bytes = Buffer.from(treeDocument(page));
    const accepted = request.headers.get("accept-encoding") ?? "";
    const headers = { "content-type": "text/html; charset=utf-8", vary: "Accept-Encoding" };
    if (/\bbr\b/.test(accepted))
      return new Response(brotli(bytes), { headers: { ...headers, "content-encoding": "br" } });
    if (/\bgzip\b/.test(accepted)) {
      return new Response(Bun.gzipSync(bytes), { headers: { ...headers, "content-encoding": "gzip" } });
    }
    return new Response(bytes, { headers });
  },
});

const brotli = (bytes: Buffer) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
