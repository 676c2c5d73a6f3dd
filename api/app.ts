import { Elysia, type InternalRoute } from "elysia";
import type { SignUps } from "#contract/owners";
import type { RatePolicies } from "#contract/rate-limits";
import type { Log } from "../shared/observability/log.ts";
import { accountRoutes } from "./features/accounts/accounts.routes.ts";
import { accountService } from "./features/accounts/accounts.service.ts";
import { accountStore } from "./features/accounts/accounts.store.ts";
import { linkStore } from "./features/accounts/links/links.store.ts";
import { unsubscribing } from "./features/accounts/links/unsubscribing.ts";
import { passkeyRoutes, passkeySignInRoutes } from "./features/accounts/passkeys/passkeys.routes.ts";
import { passkeyService } from "./features/accounts/passkeys/passkeys.service.ts";
import { passkeyStore } from "./features/accounts/passkeys/passkeys.store.ts";
import { knownDevices } from "./features/accounts/sign-in/known-devices.ts";
import { ownerTurns } from "./features/accounts/sign-in/owner-turns.ts";
import { accountKeyWith, passwordCheck } from "./features/accounts/sign-in/password-check.ts";
import { authRoutes } from "./features/accounts/sign-in/sign-in.routes.ts";
import { ownerService } from "./features/accounts/sign-in/sign-in.service.ts";
import { signInLibrary } from "./features/accounts/sign-in/sign-in-library.ts";
import { giftRoutes, pageAnswers } from "./features/gifts/gifts.routes.ts";
import { giftService } from "./features/gifts/gifts.service.ts";
import { giftStore } from "./features/gifts/gifts.store.ts";
import { hidingService } from "./features/gifts/hiding.service.ts";
import { hidingStore } from "./features/gifts/hiding.store.ts";
import { leavingStore } from "./features/gifts/leave-gifts.store.ts";
import { ownGiftRoutes } from "./features/gifts/own-gifts.routes.ts";
import { senderDevices } from "./features/gifts/sender-device.ts";
import { siteGiftRoutes } from "./features/gifts/site-gifts.routes.ts";
import { takeBackService } from "./features/gifts/taking-back.service.ts";
import { takeBackStore } from "./features/gifts/taking-back.store.ts";
import { treePageAnswers, treePageRoutes } from "./features/gifts/tree-page.routes.ts";
import { unwrappingStore } from "./features/gifts/unwrapping.store.ts";
import { actService } from "./features/moderation/acts.service.ts";
import { actStore } from "./features/moderation/acts.store.ts";
import { appealService } from "./features/moderation/appeals.service.ts";
import { appealStore } from "./features/moderation/appeals.store.ts";
import { appealRoutes, moderationRoutes } from "./features/moderation/moderation.routes.ts";
import { moderationService } from "./features/moderation/moderation.service.ts";
import { moderatorStore } from "./features/moderation/moderators.store.ts";
import { queueStore } from "./features/moderation/queue.store.ts";
import { organizingRoutes } from "./features/organizing/organizing.routes.ts";
import { organizingService } from "./features/organizing/organizing.service.ts";
import { organizingStore } from "./features/organizing/organizing.store.ts";
import { ownersDeviceRoutes, sendersDeviceRoutes } from "./features/push/push.routes.ts";
import { pushService } from "./features/push/push.service.ts";
import { pushStore } from "./features/push/push.store.ts";
import { ownersReportRoutes, reportRoutes } from "./features/reports/reports.routes.ts";
import { reportService } from "./features/reports/reports.service.ts";
import { reportStore } from "./features/reports/reports.store.ts";
import { statusRoutes } from "./features/status/status.routes.ts";
import { organizedTreeRoutes, ownTreeRoutes, treeAnswers, treeRoutes } from "./features/trees/trees.routes.ts";
import { treeService } from "./features/trees/trees.service.ts";
import { treeStore } from "./features/trees/trees.store.ts";
import { errorHandler } from "./http/error-handler.ts";
import { HOSTS_OF_ANY_LENGTH, limitRequests, openToAll, sameSite, soundHost, withHost } from "./http/guards.ts";
import { requestLog } from "./http/request-log.ts";
import { descriptionRoutes } from "./openapi/routes.ts";
import { type CallerSettings, resolveAddress, resolveClient } from "./platform/client-identity/address.ts";
import { callerStore, callers } from "./platform/client-identity/callers.store.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/db/client.ts";
import { bodyHashes } from "./platform/encryption/derived-keys.ts";
import type { KeySource } from "./platform/encryption/key-source.ts";
import { sealing } from "./platform/encryption/sealing.ts";
import { sealingStore } from "./platform/encryption/tree-keys.store.ts";
import type { PushSettings } from "./platform/env.ts";
import { idempotencyStore } from "./platform/idempotency/idempotency.store.ts";
import { idempotency } from "./platform/idempotency/idempotency.ts";
import { textModeration } from "./platform/moderate-text.ts";
import type { Measures } from "./platform/observability/measures.ts";
import { rateLimitStore } from "./platform/rate-limits/rate-limits.store.ts";
import { rateLimits } from "./platform/rate-limits/rate-limits.ts";
import type { Freshness } from "./platform/response-cache.ts";
import type { Tools } from "./platform/tools.ts";

export type AppDependencies = {
  database: Database;
  /** Counters use their own connections: a transaction that waits for a counter must not hold the last connection. */
  counters: Database;
  /** Gifts, too: those for locked trees must not hold the last connection. */
  gifts: Database;
  messageKeys: KeySource;
  clock: Clock;
  log: Log;
  settings: Settings;
  /** Decides which data of trees may be served from memory. */
  freshness: Freshness;
  /** How far the sign-in library's clock, the machine's, is ahead of `clock`; 0 if omitted. */
  aheadMs?: () => number;
  measures?: Measures | undefined;
  /** Whether to ask clients to close persistent connections. */
  isDraining?: () => boolean;
};

export type Settings = CallerSettings & {
  apiUrl: string;
  siteUrl: string;
  sessionSecret: string;
  signUps: SignUps;
  /** Null if there are no notifications. */
  push?: PushSettings | null;
  /** Null disables rate limits, for load tests. */
  ratePolicies: RatePolicies | null;
};

export type App = ReturnType<typeof createApp>;

/** Creates the whole API, in the order in which it handles a request. */
export function createApp({ database, counters, messageKeys, clock, log, ...dependencies }: AppDependencies) {
  const { settings, freshness, measures, isDraining, aheadMs = () => 0 } = dependencies;
  const limits = rateLimits(rateLimitStore(counters), clock, settings.ratePolicies);
  const hashes = bodyHashes(messageKeys);
  const { push = null } = settings;
  const hashOfGift = (id: string) => push?.key.hash("gift", id) ?? "";
  const tools: Tools = {
    clock,
    log,
    freshness,
    limits,
    words: textModeration({ limits, measures, hashOf: hashes.of }),
    idempotency: idempotency(idempotencyStore(database), clock, hashes),
  };
  const keptTrees = treeStore(database);
  const trees = treeService({ ...tools, store: keptTrees });
  const organized = treeService({ ...tools, store: treeStore(database, "organizerId") });
  const responseCacheDependencies = { freshness, clock, measures };
  const ofTrees = treeAnswers(keptTrees, responseCacheDependencies);
  const seals = sealing(sealingStore(database), messageKeys, log);
  const hiding = hidingService({ store: hidingStore(database), keys: messageKeys, log });
  const keptGifts = giftStore(database, hashOfGift);
  const gifts = giftService({
    ...tools,
    store: keptGifts,
    leaving: leavingStore(dependencies.gifts, () => clock().getTime() - (Date.now() - aheadMs())),
    unwrapping: unwrappingStore(database),
    trees: keptTrees,
    sealing: seals,
    hiding,
    gathersUntilMs: async (code) => (await ofTrees.find({ code }, false))?.gathersUntilMs ?? 0,
  });
  const takingBack = takeBackService({ ...tools, store: takeBackStore(database, hashOfGift), sealing: seals });
  const pushes = pushService({ ...tools, store: pushStore(database), hashOfGift, push });
  const reports = reportService({ ...tools, store: reportStore(database), trees: keptTrees, sealing: seals });
  const appeals = appealService({ ...tools, store: appealStore(database), keys: messageKeys });
  const library = signInLibrary(database, { siteUrl: settings.siteUrl, secret: settings.sessionSecret, aheadMs });
  const keptAccounts = accountStore(database);
  const devices = knownDevices(settings);
  const accountKey = accountKeyWith(settings.sessionSecret);
  const passwords = passwordCheck({ store: keptAccounts, limits, devices, accountKey });
  const owners = ownerService({ library, accounts: keptAccounts, passwords, devices, limits, turns: ownerTurns() });
  const accounts = accountService({
    ...tools,
    store: keptAccounts,
    links: linkStore(database),
    unsubscribing: unsubscribing(settings.sessionSecret),
    passwords,
    accountKey,
    signUps: settings.signUps,
  });
  const organizing = organizingService({ ...tools, store: organizingStore(database), trees, organized, passwords });
  const signing = { store: passkeyStore(database), accounts: keptAccounts, passwords, devices, settings };
  const passkeys = passkeyService({ ...tools, ...signing });
  const keptActs = actStore(database);
  const acts = actService({ ...tools, store: keptActs, sealing: seals });
  const seen = { moderators: moderatorStore(database), queue: queueStore(database), acts: keptActs };
  const moderation = moderationService({ ...seen, sealing: seals, log });
  const addressOf = resolveAddress(settings, log);
  const callerOf = resolveClient(addressOf, callers(callerStore(database), clock));

  const ofPages = pageAnswers(keptGifts, responseCacheDependencies);
  const ofTreePages = treePageAnswers({ ...responseCacheDependencies, trees: keptTrees, gifts: keptGifts });

  // Filled at the end: the error handler needs the complete list of routes.
  const routes: InternalRoute[] = [];
  const app = new Elysia({ name: "tree-gifting", handler: HOSTS_OF_ANY_LENGTH })
    .wrap(withHost)
    .use(requestLog(log, measures, isDraining))
    .use(openToAll(settings.apiUrl))
    .use(limitRequests(limits, addressOf, settings))
    .use(errorHandler(log, routes, measures))
    .use(soundHost())
    .use(sameSite([settings.siteUrl, settings.apiUrl].map((url) => new URL(url).origin)))
    .use(descriptionRoutes(settings))
    .use(statusRoutes(database, clock, settings))
    .use(treeRoutes(ofTrees))
    .use(giftRoutes(gifts, ofPages, callerOf))
    .use(treePageRoutes(ofTrees, ofTreePages, settings))
    .use(siteGiftRoutes({ gifts, takingBack, reports, callerOf, deviceOf: senderDevices({ ...settings, clock }) }))
    .use(sendersDeviceRoutes(pushes, takingBack, callerOf))
    .use(reportRoutes(reports, callerOf))
    .use(appealRoutes(appeals, callerOf))
    .use(authRoutes(owners, accounts, moderation, callerOf))
    .use(passkeySignInRoutes(passkeys, owners, callerOf))
    .use(accountRoutes({ accounts, owners, trees, gifts, hiding }, callerOf))
    .use(passkeyRoutes(passkeys, owners, callerOf))
    .use(ownersDeviceRoutes(pushes, owners, callerOf))
    .use(ownTreeRoutes({ owners, trees }))
    .use(organizedTreeRoutes({ owners, trees: organized }))
    .use(organizingRoutes({ owners, organizing, gifts }, callerOf))
    .use(ownGiftRoutes({ owners, trees, gifts, hiding }))
    .use(ownersReportRoutes(owners, reports))
    .use(moderationRoutes({ owners, moderation, acts, appeals }));
  routes.push(...app.routes);
  // For what runs beside the routes.
  return Object.assign(app, { gifts });
}
