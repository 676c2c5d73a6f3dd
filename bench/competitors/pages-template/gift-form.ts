import { escapeXml as safe } from "../../../site/tree-picture/xml.ts";
import type { TreePage } from "../page/ask.ts";
import {
  choicesFor,
  FILL_MESSAGE,
  MESSAGE_MAX,
  proposedFor,
  SENDER_NAME_MAX,
  strings,
  tooLong,
} from "../page/words.ts";

const { assistant, giftForm: words } = strings;
const { giftAssetId, message, senderName, showSenderName } = FILL_MESSAGE.inputSchema.properties;

export const giftPicture = (sprite: string, id: string, size: number) =>
  `<svg class="gift-picture" width="${size}" height="${size}" aria-hidden="true" focusable="false"><use href="${sprite}#${id}"></use></svg>`;

export function giftForm({ tree, sprite }: TreePage): string {
  const code = tree.shareCode;
  return `<gift-form data-tree="${code}" data-untouched=""><form method="post" action="/send-message?tree=${code}" class="card stack" id="gift-form" toolname="${FILL_MESSAGE.name}" tooltitle="${safe(FILL_MESSAGE.title)}" tooldescription="${safe(FILL_MESSAGE.description)}"><h2>${words.title}</h2><p class="says soft" role="status" data-says="restored" hidden>${words.restored}</p><div class="field"><label for="message">${words.message}</label><textarea id="message" name="message" dir="auto" required autocomplete="off" aria-describedby="message-hint" toolparamdescription="${safe(message.description)}"></textarea>${count("message", MESSAGE_MAX)}<p id="message-hint" class="hint"><span class="soft">${words.messageHint(strings.owner(tree.ownerName))}</span></p></div><div class="field"><label for="senderName">${words.senderName}</label><input id="senderName" dir="auto" name="senderName" required autocomplete="nickname" aria-describedby="senderName-hint" toolparamdescription="${safe(senderName.description)}">${count("senderName", SENDER_NAME_MAX)}<p id="senderName-hint" class="hint"><span class="soft">${words.senderNameHint(strings.owner(tree.ownerName))}</span></p></div><div><label><input type="checkbox" value="yes" name="showSenderName" toolparamdescription="${safe(showSenderName.description)}"> <span>${words.showSenderName}</span></label></div>${choice(tree, sprite)}<input type="hidden" name="once"><p class="says problem" role="alert" tabindex="-1" data-says="offline" hidden>${words.offline}</p><p aria-live="polite" data-assistant=""><span class="filled">${assistant.filled(words.button)}</span><span class="again">${assistant.again(words.button)}</span><span class="refused">${assistant.refused(words.button)}</span></p><div class="send"><button class="button"><span class="idle">${words.button}</span><span class="busy">${words.sending}</span></button></div></form></gift-form>`;
}

function choice(tree: TreePage["tree"], sprite: string): string {
  const chosen = proposedFor(tree);
  const choices = `<div class="choices">${choicesFor(tree.type)
    .map(
      ({ id, label }) =>
        `<label class="choice">${giftPicture(sprite, id, 52)}<span>${safe(label)}</span><input class="choice-radio" type="radio" name="giftAssetId" value="${id}"${id === chosen ? " checked" : ""} required></label>`,
    )
    .join("")}</div>`;
  return `<fieldset toolparamdescription="${safe(giftAssetId.description)}"><legend>${words.gift}</legend>${choices}</fieldset>`;
}

const count = (of: string, max: number) =>
  `<character-count data-of="${of}" data-max="${max}" data-sentence="${safe(tooLong(max))}"></character-count>`;
