type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Returns every example in an OpenAPI description. */
export function everyExample(description: unknown): Json[] {
  return found(description as Json, (name, value, parent) => {
    if (name === "example") return [value];
    return name === "value" && "summary" in parent ? [value] : [];
  });
}

/** Returns every name in a description: paths, operations, fields, headers, queries, values, codes, limits. */
export function everyWord(description: unknown): Set<string> {
  const { paths } = description as { paths: Record<string, object> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) => [path, `${method.toUpperCase()} ${path}`]),
  );
  const words = found(description as Json, (name, value) => {
    if (["properties", "headers", "examples"].includes(name)) return isObject(value) ? Object.keys(value) : [];
    if (["name", "const", "code", "field", "reason"].includes(name)) return [value];
    if (["enum", "required"].includes(name) && Array.isArray(value)) return value;
    // Limits are named only in the text.
    return name === "description" ? [...String(value).matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? "") : [];
  });
  return new Set([...operations, ...words.filter((word): word is string => typeof word === "string")]);
}

type Look = (name: string, value: Json, parent: Record<string, Json>) => Json[];

function found(value: Json, look: Look): Json[] {
  if (Array.isArray(value)) return value.flatMap((each) => found(each, look));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => [...look(name, each, value), ...found(each, look)]);
}

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
