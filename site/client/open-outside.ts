/** What browsers inside apps call themselves; those of Android that have no name of their own are a `wv`. */
const INSIDE_APP = /KAKAOTALK|\bLine\/|Instagram|FBA[NV]\/|; wv\)/;

/**
 * The way from a browser inside an app to the phone's own. Around a link or a button it stays out of sight until that is
 * pressed and nothing else answers, as a share sheet does.
 */
class OpenOutside extends HTMLElement {
  connectedCallback() {
    if (!INSIDE_APP.test(navigator.userAgent)) return;
    const control = this.querySelector<HTMLElement>("a, button");
    const said = document.createElement("span");
    said.setAttribute("role", "status");
    this.append(said);
    // What the API sends is for this browser's session: the page leads to signing in.
    const isApart = control instanceof HTMLAnchorElement && !control.pathname.startsWith("/owner/");
    const show = () => said.append(this.wayTo(isApart ? control.href : location.href));
    if (control) this.addEventListener("click", (event) => event.defaultPrevented || show(), { once: true });
    else show();
  }

  /** The words, with the app's own link to open an address outside, or else with its menu. */
  private wayTo(address: string): Node {
    const words = document.importNode(this.querySelector("template")?.content ?? new DocumentFragment(), true);
    const [link, menu] = [words.querySelector("a"), words.querySelector("span")];
    const href = outside(address);
    if (href) link?.setAttribute("href", href);
    (href ? menu : link)?.remove();
    return words;
  }
}

/** KakaoTalk and LINE have such links. Those that once worked in other apps are closed. */
function outside(address: string): string | null {
  if (/KAKAOTALK/.test(navigator.userAgent)) return `kakaotalk://web/openExternal?url=${encodeURIComponent(address)}`;
  if (!/\bLine\//.test(navigator.userAgent)) return null;
  const url = new URL(address);
  url.searchParams.set("openExternalBrowser", "1");
  return url.href;
}

customElements.define("open-outside", OpenOutside);
