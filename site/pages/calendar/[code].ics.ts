import type { APIRoute } from "astro";
import { calendarAnswer } from "../../share/calendar-answer.ts";

/** A tree's opening day as a calendar file for visitors. */
export const GET: APIRoute = ({ params, locals: { api, strings } }) =>
  calendarAnswer({ typed: params.code ?? "", api, strings });
