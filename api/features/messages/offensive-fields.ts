import { type OffensiveField, offencesIn } from "../../platform/word-filter/moderate-text.ts";
import type { HidingService } from "../hiding/service.ts";
import type { NewGift } from "./schemas.ts";

/** Returns the fields to refuse. Mild words in the message are accepted if all who will read it fold them away. */
export async function offensiveFieldsOf(
  { shareCode, senderName, message }: NewGift,
  hiding: Pick<HidingService, "acceptsMildWords">,
): Promise<OffensiveField[]> {
  const fields = offencesIn({ senderName, message });
  if (!fields.some(isMildMessage) || !(await hiding.acceptsMildWords(shareCode))) return fields;
  return fields.filter((each) => !isMildMessage(each));
}

const isMildMessage = ({ field, offence }: OffensiveField) => field === "message" && offence.severity === "mild";
