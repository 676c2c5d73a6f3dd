import { MIMEType } from "node:util";
import { ApiError } from "#contract/errors";
import { BODY_MAX_BYTES } from "#contract/limits";
import { boundedBody } from "../../shared/http/bounded-body.ts";

/**
 * Reads a request body as strict JSON: requires the JSON content type, limits the size while reading, and requires
 * valid UTF-8. Used as a route's `parse`, in place of Elysia's, which accepts JSON of any type and size.
 */
export async function jsonBody({ request }: { request: Request }): Promise<unknown> {
  if (!isJson(request.headers.get("content-type") ?? "")) throw new ApiError("unsupported_media_type");
  const bytes = await readBounded(request);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError("invalid_json");
  }
}

/** Read as the WHATWG's MIME types are: other parameters than the charset, and a stray semicolon, mean nothing. */
function isJson(type: string): boolean {
  try {
    const { essence, params } = new MIMEType(type);
    return essence === "application/json" && /^utf-?8$/i.test(params.get("charset") ?? "utf-8");
  } catch {
    return false;
  }
}

async function readBounded(request: Request): Promise<Uint8Array> {
  const bytes = await boundedBody(request, BODY_MAX_BYTES).catch((error) => {
    // The client disconnected or was cut off: not our error, and no one receives the response.
    if (request.signal.aborted) throw new ApiError("invalid_json");
    throw error;
  });
  if (bytes === null) throw new ApiError("body_too_large");
  return bytes;
}
