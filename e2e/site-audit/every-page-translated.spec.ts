import { testEveryPage } from "./every-page.ts";

testEveryPage("ko");
testEveryPage("ja");
