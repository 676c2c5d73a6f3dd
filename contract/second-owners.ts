/** The invitation that waits for a second owner of a tree: an ISO 8601 timestamp. */
export type PendingInvitation = { expiresAt: string };

/** An invitation that was just made. Its token is shown once: only its hash is stored. */
export type InvitationMade = PendingInvitation & { token: string };

/** An invitation as the person sees it who holds its link. */
export type Invitation = PendingInvitation & {
  shareCode: string;
  treeName: string;
  /** The name of the tree's owner, who invites; may be empty. */
  from: string;
  /** Whether they are that owner themselves. */
  isOwn: boolean;
};
