import { type Fault, want, wantStaysUp } from "./harness/fault.ts";
import { byLeaving } from "./harness/ways-to-send.ts";

export const leavingClient: Fault = {
  name: "leaving-client",
  does: "64 people post, and three times in four disconnect within 12 ms of sending, before they get an answer",
  seconds: 10,
  place: { by: byLeaving, senders: 64 },
  async trouble({ service, load, seconds, now }) {
    const from = now();
    await Bun.sleep(seconds * 1000);
    const left = load.attempts.filter(({ status }) => status === null).length;
    return {
      from,
      until: now(),
      expectations: [want("people do disconnect", left > 100, left), wantStaysUp(service)],
    };
  },
};
