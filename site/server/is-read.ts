/** Whether a request wants to read, and nothing more: it has no body. */
export const isRead = ({ method }: Request): boolean => method === "GET" || method === "HEAD";
