import { NO_ANSWER, resultIn } from "./forms.ts";
import { holdForPerson } from "./hold-for-person.ts";
import type { Answer, Question } from "./tool.ts";

type OpenQuestion = { key: string; answer: Promise<Answer>; dialog: HTMLDialogElement; askers: number };
let open: OpenQuestion | null = null;

/** Asks the person in a dialog. Resolves only after they have pressed a button in it. */
export async function askPerson(question: Question, leaveFor: (address: string) => void, signal?: AbortSignal) {
  const { key, busy } = question;
  // A repeated call gets its first answer.
  const before = sessionStorage.getItem(key);
  if (before) return JSON.parse(before) as Answer;
  if (open && open.key !== key) return busy;
  open ??= show(question, leaveFor);
  const mine = open;
  mine.askers += 1;
  signal?.addEventListener("abort", () => {
    mine.askers -= 1;
    if (mine.askers === 0) mine.dialog.close();
  });
  return mine.answer;
}

function show({ key, html, declined }: Question, leaveFor: (address: string) => void): OpenQuestion {
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.className = "card narrow";
  dialog.innerHTML = html;
  const form = dialog.querySelector("form") as HTMLFormElement;
  const said = dialog.querySelector("[role=alert]") as HTMLElement;
  const answer = new Promise<Answer>((resolve) => {
    dialog.onclose = () => {
      open = null;
      dialog.remove();
      resolve(declined);
    };
    holdForPerson(form, (refusal) => {
      said.hidden = false;
      resolve(refusal);
    });
    form.onsubmit = async (event) => {
      if ((event.submitter as HTMLButtonElement | null)?.formMethod === "dialog") return;
      event.preventDefault();
      if (form.ariaBusy) return;
      form.ariaBusy = "true";
      // All its fields are text.
      const body = new URLSearchParams(new FormData(form) as unknown as URLSearchParams);
      // The page that it leads to opens only afterwards, and says then what was done.
      const headers = { purpose: "prefetch" };
      const sent = await fetch(form.action, { method: "POST", headers, body }).catch(() => null);
      const text = await sent?.text().catch(() => null);
      // Let the browser show that it is offline; submitted again, the form still creates only one tree.
      if (!sent || !text) return form.submit();
      const page = new DOMParser().parseFromString(text, "text/html");
      const outcome = resultIn(page) ?? NO_ANSWER;
      if (outcome.ok) sessionStorage.setItem(key, JSON.stringify(outcome));
      resolve(outcome);
      if (sent.redirected) return leaveFor(sent.url);
      const fieldError = page.querySelector(".fault") ?? page.querySelector("[role=alert]");
      said.textContent = fieldError?.textContent ?? null;
      said.hidden = false;
      // The problem may be temporary: allow another try.
      form.ariaBusy = null;
    };
  });
  dialog.showModal();
  return { key, answer, dialog, askers: 0 };
}
