import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--allow-natives-syntax');

/** True if V8 gives two objects one hidden class, by which it finds the members of both at the same places. */
export const haveSameShape = new Function('one', 'other', 'return %HaveSameMap(one, other)') as (
  one: object,
  other: object,
) => boolean;
