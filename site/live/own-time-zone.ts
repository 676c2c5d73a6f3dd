import { tidyTimeZone } from "#contract/days";

/** The time zone that the visitor's device is set to; UTC where it names one that nobody knows, such as Etc/Unknown. */
export const ownTimeZone = () => tidyTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? "UTC";
