export type Answer = { status: number; version: string; headers: Headers; body: string };
export type Client = ReturnType<typeof visitorsOf>;

/**
 * Requests URLs as people do who reach a proxy by its public name: with curl, because it speaks HTTP/2 from any local
 * address. `trusted` is the file of the only authority that counts. `get` and `post` take options of curl.
 */
export function visitorsOf({ http, https, trusted }: { http: number; https: number; trusted: string }) {
  async function get(url: string, ...options: string[]): Promise<Answer> {
    const port = url.startsWith("https:") ? https : http;
    const always = ["--silent", "--show-error", "--include", "--max-time", "20", "--cacert", trusted];
    const args = [...always, "--noproxy", "*", "--connect-to", `::127.0.0.1:${port}`, ...options, url];
    const child = Bun.spawn(["curl", ...args], { stdout: "pipe", stderr: "pipe" });
    const [text, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    if ((await child.exited) !== 0) throw new Error(`${url}: ${complaint}`);
    return parsed(text);
  }
  const post = (url: string, type: string, body: string, ...options: string[]) =>
    get(url, "--header", `content-type: ${type}`, "--header", "expect:", "--data-binary", body, ...options);
  return { get, post };
}

function parsed(text: string): Answer {
  const end = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const [version = "", status] = first.split(" ");
  const headers = new Headers();
  for (const line of lines) headers.append(line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim());
  return { status: Number(status), version, headers, body: text.slice(end + 4) };
}
