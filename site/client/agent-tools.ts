/// <reference path="../webmcp/types.d.ts" />
// The address of a bundle of its own: what the tools share with the pages is not cut out of the pages' scripts.
import address from "../webmcp/register.ts?worker&url";

if (document.modelContext?.registerTool) void import(/* @vite-ignore */ address);
