import { CREATE_TREE } from "./tools/create-tree.ts";
import { DAYS_UNTIL } from "./tools/days-until.ts";
import { OPEN_TREE } from "./tools/open-tree.ts";

/** The tools offered on every page. */
export const TOOLS = [OPEN_TREE, CREATE_TREE, DAYS_UNTIL] as const;
