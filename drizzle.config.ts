import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./api/platform/db/schema.ts",
  out: "./api/platform/db/migrations",
  casing: "snake_case",
});
