import { z } from "zod";

export type JsonSchema = Record<string, unknown>;

// String lengths implied by a format.
const LENGTH_OF_FORMAT: Record<string, number> = { uuid: 36, date: 10, "date-time": 30, uri: 2048 };
const INT32_MAX = 2_147_483_647;

/** Returns the JSON Schema of a validation schema's input, with all bounds that clients may rely on. */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
  return bounded(described);
}

function bounded(schema: JsonSchema): JsonSchema {
  const children = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const properties = Object.entries(children).map(([name, child]) => [name, bounded(child)]);
  return {
    ...schema,
    ...boundsOf(schema),
    ...(schema.properties !== undefined && { properties: Object.fromEntries(properties) }),
  };
}

function boundsOf({ type, format, maxLength, maximum, anyOf }: JsonSchema): JsonSchema {
  // Turns "a string or null" into one schema with two types, which client generators handle better.
  if (Array.isArray(anyOf) && anyOf.length === 2 && anyOf[1].type === "null") {
    return { ...bounded(anyOf[0]), type: [anyOf[0].type, "null"], anyOf: undefined };
  }
  if (type === "integer") {
    return { format: "int32", maximum: Math.min(Number(maximum ?? INT32_MAX), INT32_MAX) };
  }
  const length = LENGTH_OF_FORMAT[String(format)];
  return type === "string" && maxLength === undefined && length !== undefined ? { maxLength: length } : {};
}
