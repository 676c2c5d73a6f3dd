/** Whether other processes of the API use the same database. */
export type Company = { isAlone(): boolean };

/** For whoever does not know: what is kept in memory then counts only if the database confirms it. */
export const perhapsInCompany: Company = { isAlone: () => false };
