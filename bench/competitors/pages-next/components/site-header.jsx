import { strings } from "../../.built/page-words.mjs";

const { site } = strings;
const FIR = "M12 1.5 6.2 9h2.6l-4.3 5.4h3.3L3.5 20h7.4v2.5h2.2V20h7.4l-4.3-5.6h3.3L15.2 9h2.6z";

export function SiteHeader({ code }) {
  return (
    <header className="site">
      <a className="brand" href="/">
        <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false">
          <path fill="currentColor" d={FIR} />
        </svg>
        {site.name}
      </a>
      <nav aria-label={site.navigation}>
        <a href="/create">{site.create}</a>
        <a href="/my-trees">{site.myTrees}</a>
        <a className="language" href={`/send-message?tree=${code}&language=ko`} hrefLang="ko" lang="ko" rel="nofollow">
          한국어
        </a>
      </nav>
    </header>
  );
}
