import type { APIRoute } from "astro";
import { giftsFrom } from "../../../trees/keepsake.ts";

/** Everything on an owner's tree as one JSON file, streamed, since a tree may have very many gifts. */
export const GET: APIRoute = async ({ locals, params, redirect }) => {
  const { api, owner } = locals;
  const code = params.code ?? "";
  if (!owner) return redirect(`/sign-in?${new URLSearchParams({ next: `/my-trees/${code}` })}`, 303);
  const tree = await api.ownTree(code);
  if (!tree.ok) return new Response(null, { status: tree.status });

  const pages = giftsFrom(code, null, api);
  let isFirst = true;
  const body = new ReadableStream<string>({
    start: (stream) => stream.enqueue(`{"tree":${JSON.stringify(tree.data)},"gifts":[`),
    async pull(stream) {
      // If a page cannot be read, abort the download: half a keepsake must not look complete.
      const { done, value } = await pages.next();
      if (done) {
        stream.enqueue("]}\n");
        return stream.close();
      }
      const gifts = value.map((gift) => JSON.stringify(gift)).join(",\n");
      stream.enqueue(isFirst || gifts === "" ? gifts : `,\n${gifts}`);
      isFirst = false;
    },
  });
  return new Response(body.pipeThrough(new TextEncoderStream()), {
    headers: {
      "content-type": "application/json",
      "content-disposition": `attachment; filename="tree-${code}.json"`,
      "cache-control": "private, no-store",
    },
  });
};
