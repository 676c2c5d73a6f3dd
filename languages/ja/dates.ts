import type { DateOrder } from "../date-order.ts";

export const order: DateOrder = ({ weekday, day, month, year }) => `${year}年${month}${day}日${weekday}`;
