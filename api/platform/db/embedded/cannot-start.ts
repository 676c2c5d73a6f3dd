/** A startup error that the operator can fix. The message is one sentence: what is wrong and what to do. */
export class CannotStart extends Error {}
