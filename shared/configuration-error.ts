/** An invalid environment variable. The message names it and the fix. */
export class ConfigurationError extends Error {}
