import { strings } from "../../.built/page-words.mjs";

const { site, guides } = strings;

export function SiteFooter() {
  return (
    <footer className="soft" aria-label={site.footer}>
      <p className="ways">
        <a href="/guides/">{guides.title}</a>
        <a href="/guides/community-guidelines">{guides.communityGuidelines}</a>
        <a href="/guides/privacy">{guides.privacy}</a>
        <a href="/guides/terms">{guides.terms}</a>
        <a href="/status">{site.status}</a>
      </p>
    </footer>
  );
}
