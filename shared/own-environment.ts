/**
 * Removes from this process's environment, and so from that of the programs it starts, what steers libraries past the
 * service's own configuration. Import it wherever a connection is opened, before that happens:
 * - Bun's `fetch` obeys proxies for loopback, too, and would hand them passwords, cookies, messages and the internal key.
 * - postgres.js takes all that DATABASE_URL leaves out from `PG…`: encryption, for example, or a standby.
 * - NODE_TLS_REJECT_UNAUTHORIZED=0 accepts any mail server's certificate.
 * - better-auth takes secrets and origins that it trusts.
 */
const STEERING = /^(?:(?:https?|all)_proxy|PG.*|NODE_TLS_REJECT_UNAUTHORIZED|BETTER_AUTH_.*)$/i;

for (const name of Object.keys(process.env)) if (STEERING.test(name)) delete process.env[name];

export {};
