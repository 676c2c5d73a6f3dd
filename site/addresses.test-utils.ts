/** Lets the site find the API there. The returned function undoes it. */
export function findApiAt(url: string): () => void {
  const { API_INNER_URL } = process.env;
  process.env.API_INNER_URL = url;
  return () => {
    if (API_INNER_URL === undefined) delete process.env.API_INNER_URL;
    else process.env.API_INNER_URL = API_INNER_URL;
  };
}
