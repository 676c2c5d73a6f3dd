/** The five rules for apps and agents, verbatim (public API reference, section 1). The guide for agents has them, too. */
export const RULES_FOR_AGENTS: readonly string[] = [
  "Send only messages that the person the client acts for wrote or approved.",
  "Send messages only to trees whose link that person was given.",
  "Send no bulk, automated or unsolicited messages and no advertising. Send nothing that the community guidelines forbid.",
  "Never present a message as coming from someone else.",
  "Never ask anyone for their account password. Tree owners sign in on the website themselves.",
];
