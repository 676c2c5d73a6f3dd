import type { Browser, CDPSession, Page } from "@playwright/test";

const WAIT_MAX_MS = 10_000;

/** Whether the browser's script interface is older than the one that the pages are made for. */
export const isOlder = (browser: Browser): boolean => Number.parseInt(browser.version(), 10) < 156;

/** The result of a tool call, as the browser reports it to an agent. */
export type Outcome = { status: string; output?: unknown; error?: string };

/**
 * An agent that uses a page's tools through the browser's own protocol, and nothing else: Playwright's ways to inspect
 * a page count as user activation, and would hide what a script may not do.
 */
export async function newAgent(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  const waiting = new Map<string, (outcome: Outcome) => void>();
  const early = new Map<string, Outcome>();
  cdp.on("WebMCP.toolResponded", ({ invocationId, status, output, errorText }) => {
    const outcome = { status, output, ...(errorText && { error: errorText }) };
    const tell = waiting.get(invocationId);
    if (tell) tell(outcome);
    else early.set(invocationId, outcome);
  });
  await cdp.send("WebMCP.enable");

  return {
    cdp,
    /** Calls a tool. `outcome` resolves when the browser answers, which may be never. */
    async call(toolName: string, input: object) {
      const { frameTree } = await cdp.send("Page.getFrameTree");
      const frameId = frameTree.frame.id;
      const { invocationId } = await cdp.send("WebMCP.invokeTool", { frameId, toolName, input: { ...input } });
      let isSettled = false;
      const outcome = new Promise<Outcome>((resolve) => {
        const settled = early.get(invocationId);
        if (settled) resolve(settled);
        waiting.set(invocationId, resolve);
      });
      void outcome.then(() => {
        isSettled = true;
      });
      const cancel = () => cdp.send("WebMCP.cancelInvocation", { invocationId });
      return { outcome, cancel, isSettled: () => isSettled };
    },
    /** Runs a script on the page without user activation. */
    async script(expression: string): Promise<unknown> {
      const { result, exceptionDetails } = await cdp.send("Runtime.evaluate", {
        expression,
        awaitPromise: true,
        returnByValue: true,
        userGesture: false,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    /** Waits until the expression is true. */
    until: (expression: string) => untilTrue(cdp, expression),
    /** Waits until the page has registered its tools and watches its forms. */
    ready: () =>
      untilTrue(cdp, "document.modelContext.getTools().then((all) => all.some(({ name }) => name === 'open_tree'))"),
  };
}

export type Agent = Awaited<ReturnType<typeof newAgent>>;

async function untilTrue(cdp: CDPSession, expression: string): Promise<void> {
  const waiting = `(async () => {
    const began = Date.now();
    while (!(await (${expression}))) {
      if (Date.now() - began > ${WAIT_MAX_MS}) throw new Error("It did not become true in time.");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })()`;
  const { exceptionDetails } = await cdp.send("Runtime.evaluate", { expression: waiting, awaitPromise: true });
  if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
}
