/** A text without its percent-encoding; one that is none as it is. */
export const decodeText = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
