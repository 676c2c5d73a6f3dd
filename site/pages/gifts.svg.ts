import type { APIRoute } from "astro";
import { giftSprite } from "../tree-picture/gift-sprite.ts";

export const prerender = true;

export const GET: APIRoute = () => new Response(giftSprite, { headers: { "content-type": "image/svg+xml" } });
