import { wrongTouches } from './outside.ts';
import { namedProfiles } from './profile-words.ts';
import { wrongImports } from './rooms.ts';
import { wrongShape } from './shape.ts';
import { type SourceFile, sourceFile } from './source-file.ts';

/** The violations of one file, without cycles. */
export const violationsOf = (file: SourceFile): readonly string[] => [
  ...wrongImports(file),
  ...wrongTouches(file),
  ...wrongShape(file),
  ...namedProfiles(file),
];

/** The violations of a file, by its path from src and its text. */
export const violationsOfText = (path: string, text: string): readonly string[] => violationsOf(sourceFile(path, text));
