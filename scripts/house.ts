import { measureHouse } from './house-figures.ts';

const numberIn = (value: number): string => value.toLocaleString('en').padStart(8);

process.stdout.write(`${'now'.padStart(8)}${'bound'.padStart(8)}${'target'.padStart(8)}\n`);
for (const { name, value, bound, target } of measureHouse()) {
  process.stdout.write(`${[value, bound, target].map(numberIn).join('')}  ${name}\n`);
}
