// Serves Astro's middleware handler as its guide does: behind a Node server, here with @polka/compression in front.
import { createServer } from "node:http";
import { constants } from "node:zlib";
import compression from "@polka/compression";
import { handler } from "../../../bench/data/.pages-astro/server/entry.mjs";

const compress = compression({ brotli: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
// What site/server passes for an address without a language.
const locals = { prefix: null, language: "en" };

function answer(request, response) {
  const nothing = () => response.writeHead(404).end();
  compress(request, response, () => handler(request, response, nothing, { ...locals }));
}

createServer(answer).listen(Number(process.env.PORT), "127.0.0.1");
