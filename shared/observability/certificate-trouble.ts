/** Why a server's certificate is refused, in words for logs and messages. */
export type CertificateTrouble = "unknown authority" | "expired" | "not valid yet" | "another name";

const TROUBLES: Record<string, CertificateTrouble> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unknown authority",
  UNABLE_TO_GET_ISSUER_CERT: "unknown authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unknown authority",
  SELF_SIGNED_CERT_IN_CHAIN: "unknown authority",
  DEPTH_ZERO_SELF_SIGNED_CERT: "unknown authority",
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "another name",
};

/** Returns what is wrong with a certificate by the code of a TLS error; null if the error is about something else. */
export const certificateTrouble = (code: string): CertificateTrouble | null => TROUBLES[code] ?? null;
