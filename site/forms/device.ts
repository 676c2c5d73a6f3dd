/** The subscription that a script put into a form, and the language of its page; the API refuses what is none. */
export function deviceIn({ device = "", language }: Record<string, string>): object {
  try {
    const { endpoint, keys } = JSON.parse(device);
    return { endpoint, keys, language };
  } catch {
    return {};
  }
}
