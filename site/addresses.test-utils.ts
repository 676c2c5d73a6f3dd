/** Lets the site find the API there. The returned function undoes it. */
export const findApiAt = (url: string): (() => void) => withVariables({ API_INNER_URL: url });

/** Sets variables, and returns a function that restores them. */
export function withVariables(variables: Record<string, string>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
