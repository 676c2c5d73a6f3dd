import type { DateOrder } from "../date-order.ts";

export const order: DateOrder = ({ weekday, day, month, year }) =>
  `${year}년 ${month} ${day}일${weekday && ` ${weekday}`}`;
