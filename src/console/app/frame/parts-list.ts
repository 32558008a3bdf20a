/** The parts of the page in their order, each with its name in the address and its title; the digit of its place opens it. */
export const PARTS = [
  ['calls', 'Calls'],
  ['tests', 'Tests'],
  ['rows', 'Rows'],
  ['events', 'Events'],
  ['faults', 'Faults'],
  ['access', 'Access'],
  ['fixtures', 'Fixtures'],
  ['coverage', 'Coverage'],
] as const;

export type Part = (typeof PARTS)[number];

export type PartName = Part[0] | 'start';
