import { notFound } from "next/navigation";
import { cache } from "react";
import { askForTree } from "../../../.built/page-ask.mjs";
import { asks, countLine, jsonLdOf, pictureOf, strings } from "../../../.built/page-words.mjs";
import { GiftForm } from "../../components/gift-form.jsx";
import { GiftList } from "../../components/gift-list.jsx";
import { SiteHeader } from "../../components/site-header.jsx";
import { metadataOf } from "./metadata.js";

export const dynamic = "force-dynamic";

/** Cached within one request: the metadata and the page load the same data. */
const load = cache(askForTree);

async function treePageOf(searchParams) {
  const { tree } = await searchParams;
  return (await load(typeof tree === "string" ? tree : "")) ?? notFound();
}

export async function generateMetadata({ searchParams }) {
  return metadataOf(await treePageOf(searchParams));
}

export default async function SendMessage({ searchParams }) {
  const { tree, gifts, next, sprite, siteUrl } = await treePageOf(searchParams);
  const code = tree.shareCode;
  return (
    <>
      <a className="skip" href="#content">
        {strings.site.skip}
      </a>
      <SiteHeader code={code} />
      <main id="content" tabIndex={-1}>
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: jsonLdOf(tree, `${siteUrl}/send-message?tree=${code}`) }}
        />
        <div className="columns">
          <section className="stack tree" aria-labelledby="tree-name">
            <header>
              <h1 id="tree-name">
                <bdi>{tree.name}</bdi>
              </h1>
              {asks(tree) && <p className="asks">{asks(tree)}</p>}
              <p className="soft">{countLine(tree)}</p>
            </header>
            <div className="picture" dangerouslySetInnerHTML={{ __html: pictureOf(tree, gifts) }} />
          </section>
          <div className="form">
            <GiftForm tree={tree} sprite={sprite} />
          </div>
          <GiftList code={code} gifts={gifts} next={next} sprite={sprite} />
        </div>
      </main>
    </>
  );
}
