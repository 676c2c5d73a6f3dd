import { expect, test } from "bun:test";
import { formKey, isFormKey } from "./ids.ts";

test("accepts a form's random UUID as its key, and nothing else", () => {
  const id = crypto.randomUUID();
  expect(formKey(id)).toBe(`form-${id}`);
  expect(isFormKey(`form-${id}`)).toBe(true);
  for (const other of [undefined, "", "1", `${id}x`, id.toUpperCase(), `form-${id}`])
    expect(formKey(other)).toBeUndefined();
  for (const other of ["", id, "form-", "form-1", `form-${id} `]) expect(isFormKey(other)).toBe(false);
});
