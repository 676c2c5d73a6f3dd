import { encodingChooser } from "../../shared/http/encoding.ts";

export type Encoding = "br" | "gzip" | "identity";

/** The best of the site's encodings for a request. */
export const bestEncoding: (headers: Headers) => Encoding = encodingChooser(["br", "gzip"]);
