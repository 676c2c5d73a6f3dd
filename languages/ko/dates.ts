import type { DateOrder, DateParts } from "../date-order.ts";

const day = ({ year, month, day }: DateParts) => `${year === null ? "" : `${year}년 `}${month} ${day}일`;

export const order: DateOrder = {
  full: (parts) => `${day(parts)}${parts.weekday && ` ${parts.weekday}`}`,
  short: (parts) => `${day(parts)}${parts.weekday && `(${parts.weekday})`}`,
};
