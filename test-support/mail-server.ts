import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { SMTPServer } from "smtp-server";
import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { readEmail } from "#contract/emails";
import type { Pair } from "./certificates.ts";

/** A received mail: recipient, subject, both decoded parts, and the raw source. */
export type Arrived = { to: string; subject: string; text: string; html: string; raw: string };
export type MailServer = Awaited<ReturnType<typeof mailServer>>;

// The library waits for 100 ms before it greets, to catch clients that talk too soon: most of the time of tests with mails.
SMTPConnection.prototype.init = function () {
  this._setListeners(() => this.connectionReady());
};

/**
 * Starts a mail server that accepts everything except from and to addresses for which `refuse` returns a status. If
 * `losesAnswer` returns true, it accepts the mail and cuts the connection before it confirms. It may be slow to answer. With a certificate, it speaks TLS (smtps).
 */
export async function mailServer(
  refuse: (address: string) => number | null = () => null,
  losesAnswer: (address: string) => boolean = () => false,
  place = { port: 0, answersAfterMs: 0 },
  certificate: Pair | null = null,
) {
  const arrived: Arrived[] = [];
  const rejection = (address: string) => {
    const status = refuse(address);
    if (status === null) return null;
    return Object.assign(new Error(`${Math.floor(status / 100)}.7.1 not now`), { responseCode: status });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    ...(certificate && { secure: true, cert: certificate.certificate, key: certificate.key }),
    onMailFrom: ({ address }, _session, answer) => answer(rejection(address)),
    onRcptTo: ({ address }, _session, answer) => answer(rejection(address)),
    onData(stream, session, answer) {
      const lines: string[] = [];
      createInterface({ input: stream })
        .on("line", (line) => lines.push(line))
        // The sender was killed.
        .on("error", () => {})
        .on("close", () => {
          if (!stream.readableEnded) return;
          // The library decodes punycode and quotes; `raw` has what was on the wire.
          const asSent = session.envelope.rcptTo[0]?.address ?? "";
          const address = readEmail(asSent.replaceAll('"', "")) ?? asSent;
          arrived.push(readMail(address, lines.join("\n")));
          if (losesAnswer(address)) for (const { _socket } of server.connections) _socket.destroy();
          else if (place.answersAfterMs > 0) setTimeout(answer, place.answersAfterMs);
          else answer();
        });
    },
  });
  // A connection that its client cut.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(place.port, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: certificate ? `smtps://localhost:${port}` : `smtp://127.0.0.1:${port}`,
    arrived,
    /** Returns the newest mail to that address. */
    lastTo: (address: string): Arrived => {
      const found = arrived.findLast(({ to }) => to === address);
      if (!found) throw new Error("no mail to that address");
      return found;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Parses a mail of two parts, each in one of the encodings that the service uses. */
export function readMail(to: string, raw: string): Arrived {
  const head = raw.slice(0, raw.indexOf("\n\n")).replace(/\n[ \t]+/g, " ");
  const subject = decodedWords(/^Subject: (.*)$/im.exec(head)?.[1] ?? "");
  const [, boundary = ""] = /boundary="([^"]+)"/.exec(head) ?? [];
  const part = (type: string) => {
    const found =
      raw.split(`--${boundary}`).find((each) => each.toLowerCase().includes(`content-type: ${type};`)) ?? "";
    const [partHead = "", ...body] = found.replace(/^\n/, "").split("\n\n");
    return decoded(body.join("\n\n"), /Content-Transfer-Encoding: (\S+)/i.exec(partHead)?.[1]);
  };
  return { to, subject, text: part("text/plain"), html: part("text/html"), raw };
}

function decoded(body: string, encoding = ""): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body;
  return fromQuoted(body.replace(/=\n/g, ""));
}

const fromQuoted = (text: string) =>
  Buffer.from(
    text
      .replace(/[^\x00-\x7f]/g, "?")
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");

/** Decodes a header's encoded words (RFC 2047). */
function decodedWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, words: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(words, "base64").toString("utf8")
        : fromQuoted(words.replaceAll("_", " ")),
    );
}
