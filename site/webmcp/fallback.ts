import { markFilled } from "./forms.ts";
import type { Answer } from "./tool.ts";

type Control = HTMLInputElement;

/** For browsers that know tools, but not those that forms are: each form of the page as a tool that fills it in. */
export function formTools(): WebMCP.ModelContextTool[] {
  return [...document.querySelectorAll<HTMLFormElement>("form[toolname]")].map((form) => {
    const said = (attribute: string) => form.getAttribute(attribute) ?? "";
    const name = said("toolname");
    const controls = controlsOf(form);
    const properties = Object.fromEntries(controls.map((control) => [control.name, schemaOf(control, controls)]));
    // The form may have made way for another one since.
    const execute = (input: Record<string, unknown>) =>
      fill(document.querySelector<HTMLFormElement>(`[toolname=${name}]`) ?? form, input);
    return {
      name,
      title: said("tooltitle"),
      description: said("tooldescription"),
      inputSchema: { type: "object", properties },
      execute,
    };
  });
}

const controlsOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<Control>(":is(input, textarea):not([type=hidden])"),
];

function schemaOf(control: Control, controls: readonly Control[]) {
  const description = control.closest("[toolparamdescription]")?.getAttribute("toolparamdescription");
  if (control.type === "checkbox") return { type: "boolean", description };
  const choices = controls.filter(({ name, type }) => type === "radio" && name === control.name);
  return { type: "string", description, ...(choices[0] && { enum: choices.map(({ value }) => value) }) };
}

function fill(form: HTMLFormElement, input: Record<string, unknown>): Answer {
  const controls = controlsOf(form);
  for (const control of controls) {
    const value = input[control.name];
    if (value === undefined) continue;
    if (control.type === "radio") control.checked = control.value === value;
    else if (control.type === "checkbox") control.checked = value === true;
    else control.value = `${value}`;
    for (const kind of ["input", "change"]) control.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  form.querySelector("button")?.focus();
  markFilled(form);
  const filled = Object.fromEntries(new FormData(form));
  return { ok: true, filled, hint: "Nothing is sent: the person reads it and presses the button." };
}
