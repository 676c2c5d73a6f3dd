import type { DateOrder } from "../dates-in-words.ts";

export const order: DateOrder = ({ weekday, day, month, year }) => `${year}年${month}${day}日${weekday}`;
