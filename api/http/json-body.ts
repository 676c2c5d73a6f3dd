import { ApiError } from "#contract/errors";
import { BODY_MAX_BYTES } from "#contract/limits";
import { boundedBody } from "../../shared/http/bounded-body.ts";

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * Reads a request's body as JSON, strictly: the type must say so, the size is bounded while reading,
 * the bytes must be UTF-8. For a route's `parse`, in place of Elysia's, which takes JSON of any type and size.
 */
export async function jsonBody({ request }: { request: Request }): Promise<unknown> {
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? "")) throw new ApiError("unsupported_media_type");
  const bytes = await readBounded(request);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError("invalid_json");
  }
}

async function readBounded(request: Request): Promise<Uint8Array> {
  const bytes = await boundedBody(request, BODY_MAX_BYTES).catch((error) => {
    // Whoever sent it has gone, or was cut off: that is no error of ours, and nobody hears what we call it.
    if (request.signal.aborted) throw new ApiError("invalid_json");
    throw error;
  });
  if (bytes === null) throw new ApiError("body_too_large");
  return bytes;
}
