/** Prints how a command is used and ends it, if that was asked for. */
export function printHelp(usage: string): void {
  if (!/^(help|--help|-h)$/.test(process.argv[2] ?? "")) return;
  console.log(usage);
  process.exit(0);
}
