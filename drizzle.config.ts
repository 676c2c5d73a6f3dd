// For drizzle-kit, which `npm run migrate:generate` fetches: as a dependency, production would install it as well.
export default {
  dialect: "postgresql",
  schema: "./api/platform/db/schema.ts",
  out: "./api/platform/db/migrations",
  casing: "snake_case",
};
