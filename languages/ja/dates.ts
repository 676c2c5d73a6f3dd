import type { DateOrder, DateParts } from "../date-order.ts";

const day = ({ weekday, year, month, day }: DateParts) =>
  `${year === null ? "" : `${year}年`}${month}${day}日${weekday && `（${weekday}）`}`;

export const order: DateOrder = { hasShortWeekday: true, full: day, short: day };
