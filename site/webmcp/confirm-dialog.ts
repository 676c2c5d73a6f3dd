import type { Day } from "#contract/days";
import type { TreeType } from "#contract/trees";
import { dayInWords } from "../../languages/dates-in-words.ts";
import { zoneInWords } from "../../languages/time-zones-in-words.ts";
import { tidyTimeZone } from "../../shared/time-zones.ts";
import type { Strings } from "../i18n/strings.ts";
import { treePicture } from "../tree-picture/tree-picture.ts";
import { escapeXml } from "../tree-picture/xml.ts";

export type TreeInput = { name: string; type: TreeType; openingDay: Day; timeZone: string };

const PICTURE_WIDTH = 120;

/** The tree that an assistant filled in, for the person to check: a form that creates it or is closed. */
export function confirmDialog(input: TreeInput, { strings, at }: Pick<App.Locals, "strings" | "at">): string {
  const { assistant, create, treeTypes, locale } = strings;
  const shown = [
    [create.name, input.name],
    [create.openingDay, dayInWords(input.openingDay, locale)],
    [create.timeZone, zoneAndCity(input.timeZone, strings)],
  ];
  const sent = Object.entries({ ...input, once: crypto.randomUUID() });
  const text = escapeXml;
  return `
<form class="stack" method="post" action="${text(at("/create"))}">
  <h2 tabindex="-1" autofocus>${text(assistant.asks)}</h2>
  ${treePicture(input, [], { label: treeTypes[input.type], width: PICTURE_WIDTH, idPrefix: "asked" })}
  ${shown.map(([term = "", said = ""]) => `<p><span class="soft">${text(term)}</span><br><strong>${text(said)}</strong></p>`).join("")}
  <p>${text(assistant.asksMore)}</p>
  <p role="alert" hidden>${text(assistant.refused(create.button))}</p>
  ${sent.map(([name, value]) => `<input type="hidden" name="${name}" value="${text(value)}">`).join("")}
  <button class="button">${text(create.button)}</button>
  <button class="button quiet" formmethod="dialog">${text(assistant.decline)}</button>
</form>`;
}

/** A time zone in words, `Eastern Time (New York)`, or nothing for a name that is not known. */
function zoneAndCity(name: string, { create, locale }: Strings): string {
  const timeZone = tidyTimeZone(name);
  if (timeZone === null) return "";
  const { zone, city } = zoneInWords(timeZone, locale);
  return city ? create.zoneAndCity.replace("{zone}", zone).replace("{city}", city) : zone;
}
