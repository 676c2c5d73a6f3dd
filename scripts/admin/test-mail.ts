import { readMailSettings } from "../../api/platform/env.ts";
import { mailTransport } from "../../api/platform/mail/transport.ts";
import { problemOf } from "../../shared/observability/problems.ts";
import { OperatorError } from "../../shared/operator-error.ts";

/** Sends a mail to an address as the service would, and says what became of it. Throws OperatorError. */
export async function sendTestMail(to: string, env: NodeJS.ProcessEnv): Promise<string> {
  const settings = readMailSettings(env);
  const { host } = URL.parse(settings.smtpUrl ?? "") ?? {};
  if (!host)
    throw new OperatorError("SMTP_URL is not set here: give this command the service's SMTP_URL and MAIL_FROM.");
  const transport = mailTransport(settings);
  const subject = "Test mail from Tree Gifting";
  const text = "Mails from your Tree Gifting site arrive here.";
  const messageId = `<${crypto.randomUUID()}@${settings.mailFrom.replace(/.*@|>/g, "")}>`;
  try {
    await transport.send({ messageId, to, subject, text, html: `<p>${text}</p>` });
    return `${host} accepted a mail to ${to}. If it does not arrive, look in its spam folder and in that server's log.`;
  } catch (error) {
    const problem = error instanceof Error && problemOf(error);
    throw problem ? new OperatorError(`${host} did not accept the mail: ${problem}.`) : error;
  } finally {
    transport.hangUp();
  }
}
