/** A requirement on several processes together. */
export type Check = {
  name: string;
  /** The check in one sentence. */
  does: string;
  /** System programs that the check needs. */
  needs: readonly string[];
  run(place: Place): Promise<{ summary: string; expectations: readonly Expectation[] }>;
};
export type Expectation = { that: string; isSo: boolean; measured: string };
/** A folder, fifty ports from `port` on, and an empty database for one check. */
export type Place = {
  folder: string;
  port: number;
  databaseUrl: string;
  /** How often to repeat everything. */
  rounds: number;
  /** The pause of visitors between two visits. */
  pauseMs: number;
  say: (sentence: string) => void;
};
