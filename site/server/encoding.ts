import { encodingChooser } from "../../shared/http/encoding.ts";

export type Encoding = "br" | "gzip" | "identity";

/** Picks the site's best encoding for a request. */
export const bestEncoding: (headers: Headers) => Encoding = encodingChooser(["br", "gzip"]);
