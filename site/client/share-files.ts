/** Whether the share sheet takes such files. */
export const canShare = (files: File[]) => navigator.canShare?.({ files }) === true;

/** Opens the share sheet with files. Canceling it is not an error; browsers that refuse do what is `otherwise`. */
export async function shareFiles(files: Promise<File[]>, otherwise: () => void): Promise<void> {
  try {
    await navigator.share({ files: await files });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) otherwise();
  }
}
