const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Whale\//, "Whale"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/Linux/, "Linux"],
];

/**
 * What an owner may know a device by: "Firefox, Android". Only these names are kept of what a browser says of itself;
 * the rest would tell people apart. Empty where nothing is known.
 */
export function deviceNamed(userAgent: string | null): string {
  const found = [BROWSERS, SYSTEMS].map((names) => names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1]);
  return found.filter(Boolean).join(", ");
}
