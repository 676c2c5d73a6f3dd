/** A reason not to start that people can mend: the message is one sentence, what is wrong and what to do. */
export class CannotStart extends Error {}
