const digits = (count: number): string => (count === 0 ? '' : count === 1 ? '[0-9]' : `[0-9]{${count}}`);

const digitsBelow = (digit: number): string => (digit === 1 ? '0' : `[0-${digit - 1}]`);

/**
 * A regular expression for the decimal digits of whole numbers up to the largest, which is given as text. Zeros may lead,
 * in no more digits than the largest has. It is valid in ECMA-262, RE2 and Python.
 */
export const digitsUpTo = (largest: string): string => {
  const shorter = largest.length > 1 ? [`[0-9]{1,${largest.length - 1}}`] : [];
  const smaller = [...largest].flatMap((digit, at) =>
    digit === '0' ? [] : `${largest.slice(0, at)}${digitsBelow(Number(digit))}${digits(largest.length - at - 1)}`,
  );
  return `(?:${[...shorter, ...smaller, largest].join('|')})`;
};
