import { askPerson } from "./ask-person.ts";
import { formTools } from "./fallback.ts";
import { NO_ANSWER, watchForms } from "./forms.ts";
import type { Answer, Reply } from "./tool.ts";
import { TOOLS } from "./tools.ts";

// Loaded only if the browser supports agents that use tools (site/layouts/Page.astro).

// An answer sent while the page unloads is often lost.
const ANSWER_FIRST_MS = 200;
const UNSENT = "main textarea, main [name=name]";

const context = document.modelContext;
if (context) {
  watchForms();
  const ofForms = "agentInvoked" in SubmitEvent.prototype ? [] : formTools();
  const own = TOOLS.map((tool) => ({ ...tool, execute: executing(tool.name) }));
  // A page that may not offer tools, because of its policy or frame, works without them.
  for (const tool of [...own, ...ofForms]) context.registerTool(tool).catch(() => {});
}

function executing(name: string): WebMCP.ToolExecuteCallback {
  return async (input, options): Promise<Answer> => {
    const signal = options?.signal;
    try {
      const reply = await ask(name, input, signal);
      if ("question" in reply) return await askPerson(reply.question, leaveFor, signal);
      if (reply.opening) leaveFor(reply.opening);
      return reply.answer;
    } catch {
      // Browsers do not pass on an error's message; an answer arrives complete.
      return NO_ANSWER;
    }
  };
}

async function ask(name: string, input: object, signal?: AbortSignal): Promise<Reply> {
  const page = location.pathname + location.search;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const fields = [...document.querySelectorAll<HTMLTextAreaElement>(UNSENT)];
  const isUnsent = fields.some(({ value, defaultValue }) => value.trim() && value !== defaultValue);
  const body = JSON.stringify({ input, timeZone, page, isUnsent });
  return (await fetch(`/webmcp/${name}`, { method: "POST", body, signal })).json();
}

function leaveFor(address: string): void {
  setTimeout(() => location.assign(address), ANSWER_FIRST_MS);
}
