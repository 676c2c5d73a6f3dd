// Notes in each translated guide that it was compared with its English original. Run it once both say the same.
import { writeFileSync } from "node:fs";
import { markedCompared, translations } from "../site/guides/guide-files.ts";

for (const { own, original } of translations()) {
  const marked = markedCompared(own, original);
  if (marked === own.source) continue;
  writeFileSync(own.path, marked);
  console.log(`${own.language}/${own.name} is noted as compared.`);
}
