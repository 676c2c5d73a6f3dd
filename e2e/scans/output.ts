/** Returns a program's output, without blocking; the program is ended after the timeout. */
export async function output(command: string[], longestMs: number): Promise<string> {
  const program = Bun.spawn(command, { stdin: "ignore", stdout: "pipe", stderr: "ignore", timeout: longestMs });
  return new Response(program.stdout).text();
}
