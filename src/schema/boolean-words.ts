const TRUE = ['1', 'true', 'yes', 'on'];
const FALSE = ['', '0', 'false', 'no', 'off'];

/** The truth that a word of the environment stands for, in any case; undefined for any other word. */
export const booleanFrom = (text: string): boolean | undefined => {
  const word = text.toLowerCase();
  return TRUE.includes(word) ? true : FALSE.includes(word) ? false : undefined;
};
