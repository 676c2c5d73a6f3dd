/** Whether a request only reads; it then has no body. */
export const isRead = ({ method }: Request): boolean => method === "GET" || method === "HEAD";
