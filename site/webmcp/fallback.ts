import { markFilled } from "./forms.ts";
import { ASK_PERSON } from "./hold-for-person.ts";
import type { Answer } from "./tool.ts";

/**
 * For browsers that support tools but not declarative form tools: offers each form on the page as a tool that fills it
 * in.
 */
export function formTools(): WebMCP.ModelContextTool[] {
  return [...document.querySelectorAll<HTMLFormElement>("form[toolname]")].map((form) => {
    const said = (attribute: string) => form.getAttribute(attribute) ?? "";
    const name = said("toolname");
    const controls = [
      ...form.querySelectorAll<HTMLInputElement>(":is(input, textarea):not([type=hidden], [data-person])"),
    ];
    const properties = Object.fromEntries(controls.map((control) => [control.name, schemaOf(control, controls)]));
    return {
      name,
      title: said("tooltitle"),
      description: said("tooldescription"),
      inputSchema: { type: "object", properties },
      execute: (input) => {
        // The form may have been replaced since.
        const present = document.querySelector<HTMLFormElement>(`[toolname=${name}]`) ?? form;
        const known = Object.entries(input).filter(([field]) => field in properties);
        return fill(present, known);
      },
    };
  });
}

function schemaOf(control: HTMLInputElement, controls: readonly HTMLInputElement[]) {
  const choices = controls.filter(({ name }) => name === control.name).map(({ value }) => value);
  return {
    type: control.type === "checkbox" ? "boolean" : "string",
    description: control.closest("[toolparamdescription]")?.getAttribute("toolparamdescription"),
    enum: control.type === "radio" ? choices : undefined,
  };
}

function fill(form: HTMLFormElement, input: [string, unknown][]): Answer {
  for (const [name, value] of input) {
    // A radio group takes a value like a field.
    const control = form.elements.namedItem(name) as HTMLInputElement;
    if (control.type === "checkbox") control.checked = value === true;
    else control.value = `${value}`;
  }
  for (const kind of ["input", "change"])
    for (const control of form.elements) control.dispatchEvent(new Event(kind, { bubbles: true }));
  markFilled(form);
  return { ok: true, filled: Object.fromEntries(new FormData(form)), hint: ASK_PERSON };
}
