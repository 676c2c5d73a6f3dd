import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeError } from "../../../shared/observability/log.ts";
import { makeAuthority } from "../../../test-support/certificates.ts";
import { mailServer } from "../../../test-support/mail-server.ts";
import { type TestApp, testApp } from "../../app.test-utils.ts";
import { officeOn } from "../../features/mails/mail.test-utils.ts";
import { mailTransport } from "./transport.ts";

let service: TestApp;
beforeAll(async () => {
  service = await testApp();
});
afterAll(() => service.close());

test.each([
  [30, "unknown authority"],
  [0.5, "expired"],
] as const)("logs what is wrong with a mail server's certificate (valid for %p days)", async (days, certificate) => {
  const pair = await (await makeAuthority("A private authority")).issue({ names: ["localhost"], days });
  const server = await mailServer(undefined, undefined, undefined, pair);
  const settings = { smtpUrl: server.url, mailFrom: "hello@tree.example", contactEmail: null, outboxFolder: "" };
  const error = await mailTransport(settings)
    .reach()
    .catch((each: unknown) => each);
  const problem = `the certificate is refused: ${certificate}`;
  expect(describeError(error)).toMatchObject({ problem });

  await service.post("/auth/sign-up/email", { email: `ada-${days}@example.org`, password: "correct horse battery" });
  const logged: unknown[] = [];
  const log = { ...service.log, warn: (event: string, fields?: object) => void logged.push({ event, ...fields }) };
  await officeOn(service.database, { ...service, log }, server.url).deliver();
  expect(logged).toContainEqual(expect.objectContaining({ event: "mail not sent, will retry", problem }));
  await server.close();
});

test.each([
  ["NODE_EXTRA_CA_CERTS", "reached\n"],
  ["NODE_TLS_REJECT_UNAUTHORIZED", "unable to verify the first certificate\n"],
])(
  "trusts a private authority in NODE_EXTRA_CA_CERTS, and not because of NODE_TLS_REJECT_UNAUTHORIZED (%s)",
  async (name, answer) => {
    const authority = await makeAuthority("A private authority");
    const server = await mailServer(undefined, undefined, undefined, await authority.issue({ names: ["localhost"] }));
    const file = `${process.env.TMPDIR ?? "/tmp"}/tree-ca-${process.pid}.crt`;
    await Bun.write(file, authority.certificate);
    const settings = { smtpUrl: server.url, mailFrom: "hello@tree.example", contactEmail: null, outboxFolder: "" };
    const script = `
    import { mailTransport } from ${JSON.stringify(`${import.meta.dir}/transport.ts`)};
    mailTransport(${JSON.stringify(settings)}).reach().then(() => console.log("reached"), (error) => console.log(error.message));`;
    const program = Bun.spawn([process.execPath, "-e", script], {
      env: { ...process.env, [name]: name.endsWith("CERTS") ? file : "0" },
    });
    expect(await new Response(program.stdout).text()).toBe(answer);
    await Bun.file(file).delete();
    await server.close();
  },
);
