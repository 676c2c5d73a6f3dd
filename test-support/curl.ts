/**
 * Stands in for curl where it is not installed, so that the examples are tested there, too. Knows the options that they
 * use, and refuses others.
 */
export {};

const headers = new Headers();
let url = "";
let method: string | undefined;
let body: string | undefined;
const words = process.argv.slice(2);
for (let word = words.shift(); word !== undefined; word = words.shift()) {
  if (["--silent", "--show-error", "--fail-with-body", "-s", "-sS"].includes(word)) continue;
  if (word === "-X") method = words.shift() ?? "";
  else if (word === "--header" || word === "-H") {
    const [, name = "", value = ""] = /^([^:]+):\s*(.*)$/.exec(words.shift() ?? "") ?? [];
    headers.set(name, value);
  } else if (word === "--data" || word === "-d") {
    const data = words.shift() ?? "";
    // Like curl, which takes line breaks out of a file.
    body = data === "@-" ? (await Bun.stdin.text()).replaceAll(/[\r\n]/g, "") : data;
  } else if (word.startsWith("-") || url) {
    throw new Error(`This stand-in for curl does not know ${word}: install curl, or teach it.`);
  } else url = word;
}
if (body !== undefined && !headers.has("content-type"))
  headers.set("content-type", "application/x-www-form-urlencoded");
const answer = await fetch(url, { method: method ?? (body === undefined ? "GET" : "POST"), headers, body });
process.stdout.write(await answer.bytes());
process.exitCode = answer.ok ? 0 : 22;
