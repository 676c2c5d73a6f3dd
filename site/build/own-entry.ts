import type { AstroIntegration } from "astro";

/** Wraps an adapter and replaces its entry point, which would listen and use Node's HTTP server itself. */
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
