import { splitEmail } from "#contract/emails";

const SERVICE_NAME = "Tree Gifting";

/** Only letters and digits matter to a guesser: not case, spaces or punctuation. */
const comparable = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "");

/** Whether a password is among the first guesses of someone who knows the account's e-mail address, or the service. */
export function isGuessable(password: string, email: string): boolean {
  const [local] = splitEmail(email);
  const [untagged = ""] = local.split("+", 1);
  const guesses = [SERVICE_NAME, email, local, untagged].map(comparable);
  return guesses.some((guess) => guess !== "" && guess === comparable(password));
}
