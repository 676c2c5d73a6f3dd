import { testHtml } from "./html.ts";

testHtml("ko");
