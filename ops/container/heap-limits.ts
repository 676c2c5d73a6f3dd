// Prints the memory limits for a program as NAME=value, without those that the operator has set.
import { HEAP_LIMITS } from "../../shared/observability/heap-limits.ts";

for (const [name, value] of Object.entries(HEAP_LIMITS)) if (!process.env[name]) console.log(`${name}=${value}`);
