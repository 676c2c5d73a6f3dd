/** Tells the present moment; passed in, so that a test may stand on any day. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
