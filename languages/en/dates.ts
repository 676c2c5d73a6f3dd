import type { DateOrder } from "../date-order.ts";

export const order: DateOrder = ({ weekday, day, month, year }) =>
  `${weekday && `${weekday}, `}${day} ${month} ${year}`;
