import { z } from "zod";

export const status = z
  .object({
    status: z.literal("ok").meta({ description: "The service is working." }),
    version: z.string().meta({ description: "The version of the service.", maxLength: 40, examples: ["1.0.0"] }),
    time: z.iso.datetime().meta({ description: "The server's time.", examples: ["2026-12-24T23:59:59.000Z"] }),
    checks: z
      .object({ database: z.literal("ok").meta({ description: "The database responds." }) })
      .meta({ description: "The checks that were made." }),
  })
  .meta({ description: "Whether the service is working." });

/** Response of the API's root: what it is, and where its documentation is. */
export const entrance = z
  .object({
    name: z.string().meta({ description: "The service's name.", maxLength: 40, examples: ["Tree Gifting API"] }),
    version: z.string().meta({ description: "The version of the service.", maxLength: 40, examples: ["1.0.0"] }),
    description: z
      .url()
      .meta({ description: "The OpenAPI 3.1 description.", examples: ["https://tree.example/openapi.json"] }),
    documentation: z
      .url()
      .meta({ description: "The interactive documentation.", examples: ["https://api.tree.example/docs"] }),
    guides: z
      .url()
      .meta({ description: "The guides, for people and programs.", examples: ["https://tree.example/guides/"] }),
    status: z
      .url()
      .meta({ description: "The status of the service.", examples: ["https://api.tree.example/v1/status"] }),
  })
  .meta({ description: "The API and its documentation." });
