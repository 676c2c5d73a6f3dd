/**
 * Something that the operator can set right: an invalid setting, a folder that cannot be written to, a wrong command. The
 * message is all that they see: what is wrong and what to do.
 */
export class OperatorError extends Error {}
