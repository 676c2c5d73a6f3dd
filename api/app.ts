import { Elysia, type InternalRoute } from "elysia";
import type { Clock } from "./clock.ts";
import type { Database } from "./db/client.ts";
import { openCors } from "./http/open-cors.ts";
import { refusals } from "./http/refusals.ts";
import { requestLog } from "./http/request-log.ts";
import { sameSite } from "./http/same-site.ts";
import type { Log } from "./log.ts";
import { messageRoutes } from "./messages/routes.ts";
import { messageService } from "./messages/service.ts";
import { messageStore } from "./messages/store.ts";
import { authRoutes } from "./owners/auth-routes.ts";
import { deskRoutes } from "./owners/desk-routes.ts";
import { ownerService } from "./owners/service.ts";
import { signInLibrary } from "./owners/sign-in.ts";
import { reportRoutes } from "./reports/routes.ts";
import { reportService } from "./reports/service.ts";
import { reportStore } from "./reports/store.ts";
import { statusRoutes } from "./status/routes.ts";
import { treeRoutes } from "./trees/routes.ts";
import { treeService } from "./trees/service.ts";
import { treeStore } from "./trees/store.ts";

/** What the API stands on. */
export type World = {
  database: Database;
  clock: Clock;
  log: Log;
  settings: { apiUrl: string; siteUrl: string; sessionSecret: string };
};

export type App = ReturnType<typeof createApp>;

/** The whole API, in the order a request meets it. */
export function createApp({ database, clock, log, settings }: World) {
  const keptTrees = treeStore(database);
  const trees = treeService(keptTrees, clock);
  const messages = messageService(messageStore(database), keptTrees, clock);
  const reports = reportService(reportStore(database), keptTrees);
  const owners = ownerService(signInLibrary(database, { siteUrl: settings.siteUrl, secret: settings.sessionSecret }));

  // Filled below: what is at an address can be told only when everything stands.
  const routes: InternalRoute[] = [];
  const app = new Elysia({ name: "tree-gifting" })
    .use(requestLog(log))
    .use(refusals(log, routes))
    .use(openCors())
    .use(sameSite([settings.siteUrl, settings.apiUrl].map((url) => new URL(url).origin)))
    .use(statusRoutes(database, clock))
    .use(treeRoutes(trees))
    .use(messageRoutes(messages))
    .use(reportRoutes(reports))
    .use(authRoutes(owners))
    .use(deskRoutes(owners, trees, messages));
  routes.push(...app.routes);
  return app;
}
