/**
 * npm run bench: measures our API beside its anchors and peers (rows.ts). A first word chooses another benchmark, as in
 * npm run bench -- growth.
 */

const [word = "-"] = process.argv.slice(2);
const others: Record<string, () => Promise<unknown>> = {
  growth: () => import("./scaling/main.ts"),
  guides: () => import("./guides.ts"),
  live: () => import("./live.ts"),
  "sign-in": signIn,
  words: () => import("./word-filter.ts"),
};
const other = others[word];
if (other) {
  process.argv.splice(2, 1);
  await other();
} else if (word.startsWith("-")) {
  await import("./rows.ts");
} else {
  console.error(
    `There is no benchmark "${word}". There are ${Object.keys(others).join(", ")}, and the one without a word.`,
  );
  process.exit(1);
}

/** It runs as a test, because it creates its API and database like one. */
async function signIn(): Promise<never> {
  const command = [process.execPath, "test", "./bench/sign-in.ts", "--timeout=600000"];
  process.exit(await Bun.spawn(command, { stdio: ["inherit", "inherit", "inherit"] }).exited);
}

export {};
