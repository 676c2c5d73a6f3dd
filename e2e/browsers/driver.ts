/** How a browser is looked through. */
export type Look = { width: number; height: number; isDark: boolean; language: "en" | "ko" };

export type Paper = "A4" | "A6";

/** What journeys need of a browser: the same few things of each. */
export type Driver = {
  /** Opens an address in the present tab, and waits until it has loaded. */
  open: (address: string) => Promise<void>;
  /** Runs a function in the page; it sees its arguments and the page alone. A value that JSON cannot hold is lost. */
  run: Run;
  /** Presses at a point of the window, in CSS pixels. */
  pressAt: (x: number, y: number) => Promise<void>;
  /** Types into what has the focus. */
  type: (text: string) => Promise<void>;
  /** Opens another tab and goes to it; `showTab` goes back to the one of that number, counted from 0. */
  newTab: () => Promise<void>;
  showTab: (number: number) => Promise<void>;
  /** Gives the browser a request's `Cookie` header in place of all cookies it has; "" for none. */
  setCookies: (header: string, site: string) => Promise<void>;
  /** The whole page, as a PNG. */
  screenshot: (file: string) => Promise<void>;
  /** What the browser prints on paper of a size, where the page names none that the browser obeys; as a PDF. */
  print: (file: string, paper: Paper) => Promise<void>;
  close: () => Promise<void>;
};

/** A browser that never answered a command: it says nothing of the page. */
export class SilentBrowser extends Error {}

export type Run = <Result, Arguments extends unknown[]>(
  ask: (...given: Arguments) => Result,
  ...given: Arguments
) => Promise<Awaited<Result>>;

/** The call of a function, as text for another program. */
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
