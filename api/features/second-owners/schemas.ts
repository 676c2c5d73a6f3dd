import { z } from "zod";
import { name } from "../owners/schemas.ts";

const token = z.string().max(200);

/** Each of the two tells the other their name. */
export const invitationBody = z.strictObject({ name });
export const tokenBody = z.strictObject({ token });
export const acceptanceBody = z.strictObject({ token, name });
