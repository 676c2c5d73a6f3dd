import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import formats from "ajv-formats";
import type { Description, Schema } from "./served.ts";

export type Schemas = ReturnType<typeof schemasOf>;

/** Validates against the description's schemas. Strict: a meaningless keyword is an error. */
export function schemasOf(description: Description) {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  // The module is CommonJS, and its types do not match what Bun imports.
  (formats as unknown as (to: Ajv2020) => void)(ajv);
  ajv.addKeyword("components");
  const { components } = description;
  const compiled = new Map<Schema, ValidateFunction>();

  function compile(schema: Schema): ValidateFunction {
    const known = compiled.get(schema);
    if (known) return known;
    const made = ajv.compile({ ...schema, components: { schemas: components.schemas } });
    compiled.set(schema, made);
    return made;
  }

  return {
    resolve: (schema: Schema): Schema =>
      schema.$ref ? (components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema,

    /** Describes what is wrong with a value; empty if it matches the schema. */
    fieldErrors(schema: Schema, value: unknown): string[] {
      const validate = compile(schema);
      return validate(value) ? [] : (validate.errors ?? []).map((each) => `${each.instancePath} ${each.message}`);
    },

    /** Lists the members of a value that the schema does not describe. */
    undescribed(schema: Schema, value: unknown, at = ""): string[] {
      const { properties, items } = this.resolve(schema) as Schema & { items?: Schema };
      if (Array.isArray(value))
        return items ? value.flatMap((each, i) => this.undescribed(items, each, `${at}/${i}`)) : [];
      if (typeof value !== "object" || value === null) return [];
      return Object.entries(value).flatMap(([name, member]) => {
        const described = properties?.[name];
        return described ? this.undescribed(described, member, `${at}/${name}`) : [`${at}/${name} is not described`];
      });
    },
  };
}
