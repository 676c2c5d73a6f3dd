import type { DateOrder, DateParts } from "../date-order.ts";

const day = ({ month, day, year }: DateParts) => `${month} ${day}${year === null ? "" : `, ${year}`}`;

export const order: DateOrder = {
  full: (parts) => `${parts.weekday && `${parts.weekday}, `}${day(parts)}`,
  // A line does not break within.
  short: (parts) => day(parts).replaceAll(" ", "\u00a0"),
};
