// Serves adapter-node as SvelteKit's guide does with compression: its handler behind @polka/compression.
import { createServer } from "node:http";
import { constants } from "node:zlib";
import compression from "@polka/compression";
import { handler } from "../.built/pages-sveltekit/handler.js";

const compress = compression({ brotli: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

createServer((request, response) => compress(request, response, () => handler(request, response))).listen(
  Number(process.env.PORT),
  "127.0.0.1",
);
