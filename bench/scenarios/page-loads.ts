import { ask, type Load } from "../load/wrk.ts";
import type { Pages } from "../servers/pages.ts";
import type { Program } from "../servers/program.ts";
import type { Figure } from "../statistics.ts";

/** The number of visitors at the same time. */
export const CONNECTIONS = 16;

export type Measure = (seconds: number) => Promise<Figure>;

/** Requests one path of our site over and over. */
export const over =
  ({ url }: Program, path: string): Measure =>
  (seconds) =>
    ask(url + path, { script: "path.lua", variables: { ACCEPT_ENCODING: "br" }, connections: CONNECTIONS }, seconds);

/** Requests tree pages from our site and from each peer. */
export function treePages({ site, peers }: Pages, variables: () => Load["variables"]): Record<string, Measure> {
  const from =
    ({ url }: Program, PREFIX: string, ACCEPT_ENCODING: string): Measure =>
    (seconds) => {
      const all = { ...variables(), PREFIX, ACCEPT_ENCODING };
      return ask(url, { script: "get.lua", variables: all, connections: CONNECTIONS }, seconds);
    };
  const others = [...peers].map(([name, peer]) => [name, from(peer, "/send-message?tree=", "br, gzip")]);
  return { ours: from(site, "/en/send-message?tree=", "br"), ...Object.fromEntries(others) };
}

/** Continues where the last measurement ended, whichever server it was of: the API caches trees too. */
export class Walk {
  private at: number;
  constructor(
    private readonly first: number,
    private readonly last: number,
  ) {
    this.at = first;
  }

  variables = () => ({ FIRST: this.first, LAST: this.last, START: this.at, ORDER: "inTurn" });

  along(measure: Measure): Measure {
    return async (seconds) => {
      const figure = await measure(seconds);
      const requested = Math.ceil(figure.perSecond * Math.ceil(seconds)) + figure.failed + CONNECTIONS;
      this.at = this.first + ((this.at - this.first + requested) % (this.last - this.first + 1));
      return figure;
    };
  }
}
