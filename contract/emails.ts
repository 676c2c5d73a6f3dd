/** Exactly what HTML calls a valid address (`type=email`), except that its domain has a dot. Reads in linear time. */
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const ADDRESS = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`);
/** A domain name as people write it in their own script. What else a URL may hold, such as a port, is no part of it. */
const RAW_DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;

/**
 * The e-mail address in a text, in the one form in which it is stored, compared and written to: without spaces around it, in
 * lower case, an international domain as punycode (`ada@한국.kr` is `ada@xn--3e0b707e.kr`). Null where the text is no address.
 */
export function readEmail(text: string): string | null {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf("@");
  const email = `${trimmed.slice(0, at).toLowerCase()}@${asciiDomain(trimmed.slice(at + 1))}`;
  return at > 0 && ADDRESS.test(email) ? email : null;
}

/**
 * The mailbox that an address most likely leads to: what follows a plus sign in it is a tag, which many servers ignore. Only for
 * counting: `ada+trees@example.org` has an account of its own.
 */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = splitEmail(email);
  return `${local.split("+", 1)[0] || local}@${domain}`;
}

/** What stands before and after the `@` of an address. */
export function splitEmail(email: string): [local: string, domain: string] {
  const at = email.lastIndexOf("@");
  return [email.slice(0, at), email.slice(at + 1)];
}

function asciiDomain(domain: string): string {
  const isAscii = /^[\x21-\x7e]*$/.test(domain);
  if (isAscii || !RAW_DOMAIN.test(domain)) return domain.toLowerCase();
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
}
