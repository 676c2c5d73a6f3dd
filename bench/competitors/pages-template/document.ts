import { escapeXml as safe } from "../../../site/tree-picture/xml.ts";
import type { TreePage } from "../page/ask.ts";
import {
  asks,
  countLine,
  jsonLdOf,
  listed,
  olderHref,
  pageDescription,
  pageTitle,
  pictureLabel,
  pictureOf,
  strings,
} from "../page/words.ts";
import { giftForm, giftPicture } from "./gift-form.ts";

const { site, guides, tree: words } = strings;

/** Renders the page of a tree as one string. */
export function treeDocument(page: TreePage): string {
  const { tree, gifts, next, sprite, siteUrl } = page;
  const code = tree.shareCode;
  return `<!doctype html><html lang="en"><head>${head(page)}</head><body><a class="skip" href="#content">${site.skip}</a>${header(code)}<main id="content" tabindex="-1"><script type="application/ld+json">${jsonLdOf(tree, `${siteUrl}/send-message?tree=${code}`)}</script><div class="columns"><section class="stack tree" aria-labelledby="tree-name"><header><h1 id="tree-name"><bdi>${safe(tree.name)}</bdi></h1><p class="asks">${asks(tree) ?? ""}</p><p class="soft">${countLine(tree)}</p></header><div class="picture">${pictureOf(tree, gifts)}</div></section><div class="form">${giftForm(page)}</div><section class="stack list" aria-labelledby="list-title"><h2 id="list-title">${words.listTitle}</h2><ul class="gift-list">${gifts.map((gift) => item(listed(code, gift), sprite)).join("")}</ul>${next ? `<p class="boughs"><a class="button quiet" href="${safe(olderHref(code, next))}" rel="next">${words.older}</a></p>` : ""}<p><a class="report" href="/report?tree=${code}">${words.report}</a></p></section></div></main>${footer}<script type="module" src="/page.js"></script></body></html>`;
}

const item = ({ giftAssetId, label, from, report }: ReturnType<typeof listed>, sprite: string) =>
  `<li class="gift">${giftPicture(sprite, giftAssetId, 40)}<span class="what">${safe(label)}<span class="soft">${safe(from)}</span></span>${
    report
      ? `<a class="report-gift" href="${safe(report.href)}" aria-label="${safe(report.label)}" title="${words.reportThis}"><svg class="flag" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><path d="M3 15V2h9l-2 3 2 3H3"/></svg></a>`
      : ""
  }</li>`;

function head({ tree, picture, siteUrl }: TreePage): string {
  const [title, description] = [safe(pageTitle(tree)), safe(pageDescription(tree))];
  const own = `send-message?tree=${tree.shareCode}`;
  return `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><meta name="description" content="${description}"><meta name="robots" content="noindex"><link rel="canonical" href="${siteUrl}/${own}"><link rel="alternate" hreflang="en" href="${siteUrl}/en/${own}"><link rel="alternate" hreflang="ko" href="${siteUrl}/ko/${own}"><link rel="alternate" hreflang="x-default" href="${siteUrl}/${own}"><link rel="describedby" type="text/plain" href="/llms.txt"><meta property="og:type" content="website"><meta property="og:site_name" content="${site.name}"><meta property="og:locale" content="en_GB"><meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:url" content="${siteUrl}/${own}"><meta property="og:image" content="${picture}"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta property="og:image:alt" content="${safe(pictureLabel(tree))}"><meta name="twitter:card" content="summary_large_image"><meta name="theme-color" content="#fbf6ee" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#121c19" media="(prefers-color-scheme: dark)"><link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/en/manifest.webmanifest"><link rel="stylesheet" href="/page.css">`;
}

const header = (code: string) =>
  `<header class="site"><a class="brand" href="/"><svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false"><path fill="currentColor" d="M12 1.5 6.2 9h2.6l-4.3 5.4h3.3L3.5 20h7.4v2.5h2.2V20h7.4l-4.3-5.6h3.3L15.2 9h2.6z"/></svg>${site.name}</a><nav aria-label="${site.navigation}"><a href="/create">${site.create}</a><a href="/my-trees">${site.myTrees}</a><a class="language" href="/send-message?tree=${code}&amp;language=ko" hreflang="ko" lang="ko" rel="nofollow">한국어</a></nav></header>`;

const footer = `<footer class="soft" aria-label="${site.footer}"><p class="ways"><a href="/guides/">${guides.title}</a><a href="/guides/community-guidelines">${guides.communityGuidelines}</a><a href="/guides/privacy">${guides.privacy}</a><a href="/guides/terms">${guides.terms}</a><a href="/status">${site.status}</a></p></footer>`;
