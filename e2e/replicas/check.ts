/** Something that several processes must do together. */
export type Check = {
  name: string;
  /** What is done, in one sentence. */
  does: string;
  /** Programs of the system's without which nothing can be said. */
  needs: readonly string[];
  run(place: Place): Promise<{ told: string; wanted: readonly Wanted[] }>;
};
export type Wanted = { that: string; isSo: boolean; measured: string };
/** A folder and fifty ports from `port` on that are the check's own, and an empty database. */
export type Place = {
  folder: string;
  port: number;
  databaseUrl: string;
  /** How often everything is done. */
  rounds: number;
  /** How long visitors rest between two visits. */
  pauseMs: number;
  say: (sentence: string) => void;
};
