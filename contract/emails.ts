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

/** Domains of one provider, with what it ignores in the part before the `@`. */
const PROVIDERS = [
  { domains: ["gmail.com", "googlemail.com"], ignored: /\./g },
  { domains: ["proton.me", "protonmail.com", "pm.me"], ignored: /[._-]/g },
] as const;

/**
 * Returns the mailbox that an address most likely delivers to: many servers ignore a tag after a plus sign, and some
 * providers dots. For rate limits only: `ada+trees@example.org` is a separate account.
 */
export function mailboxOf(email: string): string {
  const [local, domain] = splitEmail(email);
  const untagged = local.split("+", 1)[0] || local;
  const provider = PROVIDERS.find(({ domains }) => domains.some((each) => each === domain));
  return provider ? `${untagged.replace(provider.ignored, "")}@${provider.domains[0]}` : `${untagged}@${domain}`;
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
