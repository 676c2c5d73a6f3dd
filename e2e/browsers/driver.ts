/** The viewport, color scheme and language of a browser, and whether pages may run scripts in it. */
export type Look = { width: number; height: number; isDark: boolean; language: "en" | "ko"; runsScripts: boolean };

export type Paper = "A4" | "A6";

/** What journeys need of a browser: the same few operations for each. */
export type Driver = {
  /** Opens a URL in the current tab, and waits until it has loaded. */
  open: (address: string) => Promise<void>;
  /**
   * Runs a function in the page, also if the page's own scripts are off; it sees only its arguments and the page. A
   * value that JSON cannot represent is lost.
   */
  run: Run;
  /** Goes back in the history of the current tab. */
  back: () => Promise<void>;
  /** Clicks at a point of the window, in CSS pixels. */
  pressAt: (x: number, y: number) => Promise<void>;
  /** Types into the focused element. */
  type: (text: string) => Promise<void>;
  /** Opens another tab and switches to it; `showTab` switches to a tab by its index, from 0. */
  newTab: () => Promise<void>;
  showTab: (number: number) => Promise<void>;
  /** Replaces all of the browser's cookies with those of a request's `Cookie` header; "" for none. */
  setCookies: (header: string, site: string) => Promise<void>;
  /** Saves the whole page as a PNG. */
  screenshot: (file: string) => Promise<void>;
  /** Prints the page to a PDF, on paper of the given size unless the page sets one that the browser obeys. */
  print: (file: string, paper: Paper) => Promise<void>;
  close: () => Promise<void>;
};

/** A browser did not answer a command: this says nothing about the page. */
export class SilentBrowser extends Error {}

type Run = <Result, Arguments extends unknown[]>(
  ask: (...given: Arguments) => Result,
  ...given: Arguments
) => Promise<Awaited<Result>>;

/** The call of a function, as source text for another program. */
export const callOf = (ask: (...given: never[]) => unknown, given: readonly unknown[]) =>
  `(${ask})(...${JSON.stringify(given)})`;

export type Cookie = { name: string; value: string };

export const cookiesIn = (header: string): Cookie[] =>
  header === ""
    ? []
    : header.split("; ").map((pair) => {
        const [name = "", ...value] = pair.split("=");
        return { name, value: value.join("=") };
      });
