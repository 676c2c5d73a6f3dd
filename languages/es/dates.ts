import type { DateOrder, DateParts } from "../date-order.ts";

const day = ({ day, month, year }: DateParts) => `${day} de ${month}${year === null ? "" : ` de ${year}`}`;

export const order: DateOrder = {
  full: (parts) => `${parts.weekday && `${parts.weekday} `}${day(parts)}`,
  // La línea no se corta adentro.
  short: (parts) => day(parts).replaceAll(" ", "\u00a0"),
};
