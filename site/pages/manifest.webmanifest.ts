import type { APIRoute } from "astro";

const icon = (name: string, pixels: number, purpose: string) => ({
  src: `/${name}.png`,
  sizes: `${pixels}x${pixels}`,
  type: "image/png",
  purpose,
});

/** The web app manifest, for installing the site (W3C, Web Application Manifest). */
export const GET: APIRoute = ({ locals: { strings, language, prefix, at } }) => {
  const { site } = strings;
  const manifest = {
    // One app, regardless of the language it was installed in.
    id: "/",
    name: site.name,
    short_name: site.name,
    description: site.description,
    lang: language,
    dir: "ltr",
    start_url: at("/"),
    scope: "/",
    display: "minimal-ui",
    theme_color: "#fbf6ee",
    background_color: "#fbf6ee",
    icons: [icon("icon-192", 192, "any"), icon("icon-512", 512, "any"), icon("icon-maskable-512", 512, "maskable")],
  };
  // Pages link the manifest of their language; the address without a prefix answers in the visitor's.
  const headers = {
    "content-type": "application/manifest+json",
    ...(prefix ? {} : { vary: "Accept-Language, Cookie" }),
  };
  return Response.json(manifest, { headers });
};
