/** A valid address as HTML defines it (`type=email`), but the domain must contain a dot. Matches in linear time. */
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const ADDRESS = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`);
/** A domain name in its own script. Other parts of a URL, such as a port, don't match. */
const RAW_DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;

/**
 * Returns the e-mail address in a text, normalized as it is stored, compared and used: trimmed, lower case, an
 * international domain as punycode (`ada@한국.kr` becomes `ada@xn--3e0b707e.kr`). Null if the text is not an address.
 */
export function readEmail(text: string): string | null {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf("@");
  const email = `${trimmed.slice(0, at).toLowerCase()}@${asciiDomain(trimmed.slice(at + 1))}`;
  return at > 0 && ADDRESS.test(email) ? email : null;
}

/**
 * Providers with several domains, the first of which stands for all, or with rules of their own for the part before the
 * `@`: what a tag is, and signs that they ignore, or read as another one.
 */
const PROVIDERS: readonly { domains: RegExp; domain?: string; tag?: RegExp; signs?: RegExp; readAs?: string }[] = [
  { domains: /^(gmail|googlemail)\.com$/, domain: "gmail.com", signs: /\./g },
  { domains: /^(proton\.me|pm\.me|protonmail\.(com|ch))$/, domain: "proton.me", signs: /[._-]/g },
  { domains: /^(icloud|me|mac)\.com$/, domain: "icloud.com" },
  { domains: /^(ya\.ru|yandex\.(ru|com|by|kz|ua))$/, domain: "yandex.ru", signs: /\./g, readAs: "-" },
  { domains: /^(yahoo\.[a-z.]+|ymail\.com|rocketmail\.com)$/, tag: /(?<=.)[-+].*/ },
];
const PLUS_TAG = /(?<=.)\+.*/;
/** Fastmail delivers to any name at a subdomain that is the user's. */
const USERS_SUBDOMAIN = /^([^.]+)\.(fastmail\.(?:com|fm))$/;

/**
 * Returns the mailbox that an address most likely delivers to: many servers ignore a tag after a plus sign, and some
 * providers dots. For rate limits only: `ada+trees@example.org` is a separate account.
 */
export function mailboxOf(email: string): string {
  const [local, domain] = splitEmail(email);
  const [, user, host] = USERS_SUBDOMAIN.exec(domain) ?? [];
  if (user && host) return `${user}@${host}`;
  const provider = PROVIDERS.find(({ domains }) => domains.test(domain));
  const untagged = local.replace(provider?.tag ?? PLUS_TAG, "");
  return `${untagged.replace(provider?.signs ?? "", provider?.readAs ?? "")}@${provider?.domain ?? domain}`;
}

/** Splits an address at the last `@`. */
export function splitEmail(email: string): [local: string, domain: string] {
  const at = email.lastIndexOf("@");
  return [email.slice(0, at), email.slice(at + 1)];
}

function asciiDomain(domain: string): string {
  const isAscii = /^[\x21-\x7e]*$/.test(domain);
  if (isAscii || !RAW_DOMAIN.test(domain)) return domain.toLowerCase();
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
}
