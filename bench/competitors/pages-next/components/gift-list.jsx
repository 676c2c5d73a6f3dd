import { listed, olderHref, strings } from "../../.built/page-words.mjs";
import { GiftPicture } from "./gift-picture.jsx";

const words = strings.tree;

export function GiftList({ code, gifts, next, sprite }) {
  return (
    <section className="stack list" aria-labelledby="list-title">
      <h2 id="list-title">{words.listTitle}</h2>
      <ul className="gift-list">
        {gifts.map((gift) => (
          <ListedGift key={gift.id} {...listed(code, gift)} sprite={sprite} />
        ))}
      </ul>
      {next && (
        <p className="boughs">
          <a className="button quiet" href={olderHref(code, next)} rel="next">
            {words.older}
          </a>
        </p>
      )}
      <p>
        <a className="report" href={`/report?tree=${code}`}>
          {words.report}
        </a>
      </p>
    </section>
  );
}

function ListedGift({ giftAssetId, label, from, report, sprite }) {
  return (
    <li className="gift">
      <GiftPicture sprite={sprite} id={giftAssetId} size={40} />
      <span className="what">
        {label}
        <span className="soft">{from}</span>
      </span>
      {report && <ReportLink {...report} />}
    </li>
  );
}

function ReportLink({ href, label }) {
  return (
    <a className="report-gift" href={href} aria-label={label} title={words.reportThis}>
      <svg className="flag" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
        <path d="M3 15V2h9l-2 3 2 3H3" />
      </svg>
    </a>
  );
}
