/** What a program writes, while this one goes on answering; it is ended when its time is over. */
export async function output(command: string[], longestMs: number): Promise<string> {
  const program = Bun.spawn(command, { stdin: "ignore", stdout: "pipe", stderr: "ignore", timeout: longestMs });
  return new Response(program.stdout).text();
}
