/** The id under which the operator acts on the command line: a moderator without an account. */
export const OPERATOR_ID = "00000000-0000-4000-8000-000000000001";
