import { pageDescription, pageTitle, pictureLabel, strings } from "../../../.built/page-words.mjs";

/** What search engines and messengers read from a tree's page. */
export function metadataOf({ tree, picture, siteUrl }) {
  const own = `send-message?tree=${tree.shareCode}`;
  const [title, description] = [pageTitle(tree), pageDescription(tree)];
  const [url, siteName] = [`${siteUrl}/${own}`, strings.site.name];
  const images = [{ url: picture, width: 1200, height: 630, alt: pictureLabel(tree) }];
  return {
    title,
    description,
    robots: { index: false },
    alternates: {
      canonical: url,
      languages: { en: `${siteUrl}/en/${own}`, ko: `${siteUrl}/ko/${own}`, "x-default": url },
    },
    openGraph: { type: "website", siteName, locale: "en_GB", title, description, url, images },
    twitter: { card: "summary_large_image" },
    icons: {
      icon: [
        { url: "/favicon.ico", sizes: "32x32" },
        { url: "/favicon.svg", type: "image/svg+xml" },
      ],
      apple: "/apple-touch-icon.png",
    },
    manifest: "/en/manifest.webmanifest",
  };
}
