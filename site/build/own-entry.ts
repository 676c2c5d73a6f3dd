import type { AstroIntegration } from "astro";

/** An adapter with an entry of ours in the place of its own, which would listen and speak Node's HTTP itself. */
export function withOwnEntry(adapter: AstroIntegration, entry: URL): AstroIntegration {
  const configured = adapter.hooks["astro:config:done"];
  const hooks: AstroIntegration["hooks"] = {
    ...adapter.hooks,
    "astro:config:done": (options) =>
      configured?.({
        ...options,
        setAdapter: (its) => options.setAdapter({ ...its, serverEntrypoint: entry }),
      }),
  };
  return { ...adapter, hooks };
}
