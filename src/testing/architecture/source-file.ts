import { posix } from 'node:path';
import { type EcmaScriptModule, type Expression, type Function as FunctionNode, parseSync, Visitor } from 'oxc-parser';
import { makeAtFirstUse } from '../../schema/at-first-use.ts';

/** An import of a file, a re-export, or a later load. */
export interface Import {
  readonly from: string;
  /** True when only types are imported. */
  readonly typeOnly: boolean;
  /** True when it is loaded by a call, and not with the file. */
  readonly later?: boolean;
}

/** A function with a body, and its length in lines. */
export interface MeasuredFunction {
  /** Its name, or the name of the variable that it is assigned to; empty if there is none. */
  readonly name: string;
  readonly lines: number;
  /** True when its body is one object or array: data with parameters. */
  readonly isTable: boolean;
}

/** The facts of a TypeScript file that the rules check. */
export interface SourceFile {
  /** The path from src, with slashes. */
  readonly path: string;
  readonly lines: number;
  /** The text with blanks in place of comments. */
  readonly code: string;
  readonly imports: readonly Import[];
  readonly functions: readonly MeasuredFunction[];
}

const withoutComments = (text: string, comments: readonly { readonly start: number; readonly end: number }[]): string =>
  comments.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(start, end).replace(/\S/g, ' ') + rest.slice(end),
    text,
  );

type Body = Expression | NonNullable<FunctionNode['body']>;

const isTable = (body: Body): boolean => {
  switch (body.type) {
    case 'ObjectExpression':
    case 'ArrayExpression':
      return true;
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return isTable(body.expression);
    case 'BlockStatement': {
      const [only, ...others] = body.body;
      return (
        only?.type === 'ReturnStatement' && only.argument !== null && others.length === 0 && isTable(only.argument)
      );
    }
    default:
      return false;
  }
};

const textOf = (source: { readonly type: string; readonly value?: unknown } | null): string | undefined =>
  source?.type === 'Literal' && typeof source.value === 'string' ? source.value : undefined;

type Named = { readonly importKind?: string | null; readonly exportKind?: string | null };

const areTypes = (specifiers: readonly Named[]): boolean =>
  specifiers.length > 0 && specifiers.every(({ importKind, exportKind }) => (importKind ?? exportKind) === 'type');

const areOfTypes = (entries: readonly { readonly isType: boolean }[]): boolean =>
  entries.length > 0 && entries.every(({ isType }) => isType);

type Program = ReturnType<typeof parseSync>['program'];

/** The imports that are statements: nothing is looked for within functions. */
const statedImportsOf = ({ staticImports, staticExports }: EcmaScriptModule): readonly Import[] => {
  const places = new Set(staticImports.map(({ start }) => start));
  // An export of what an import has named has the place of that.
  const reexports = staticExports.filter(({ start }) => !places.has(start));
  return [
    ...staticImports.map(({ moduleRequest, entries }) => ({
      from: moduleRequest.value,
      typeOnly: areOfTypes(entries),
    })),
    ...reexports.flatMap(({ entries }) => {
      const from = entries[0]?.moduleRequest?.value;
      return from === undefined ? [] : [{ from, typeOnly: areOfTypes(entries) }];
    }),
  ];
};

const importsOf = (program: Program): readonly Import[] => {
  const imports: Import[] = [];
  const add = (source: Parameters<typeof textOf>[0], typeOnly: boolean, later = false): void => {
    const from = textOf(source);
    if (from !== undefined) imports.push({ from, typeOnly, later });
  };
  new Visitor({
    ImportDeclaration: ({ source, importKind, specifiers }) =>
      add(source, importKind === 'type' || areTypes(specifiers as readonly Named[])),
    ExportNamedDeclaration: ({ source, exportKind, specifiers }) =>
      add(source, exportKind === 'type' || areTypes(specifiers)),
    ExportAllDeclaration: ({ source, exportKind }) => add(source, exportKind === 'type'),
    ImportExpression: ({ source }) => add(source, false, true),
    TSImportType: ({ source }) => add(source, true),
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type === 'Identifier' && callee.name === 'require') add(first ?? null, false);
    },
  }).visit(program);
  return imports;
};

const functionsOf = (program: Program, text: string): readonly MeasuredFunction[] => {
  const names = new Map<number, string>();
  const functions: MeasuredFunction[] = [];
  const name = (key: { readonly type: string; readonly name?: string }, value: { readonly start: number } | null) => {
    if (value) names.set(value.start, key.name ?? '');
  };
  const measure = (start: number, end: number, body: Body | null, ownName?: string): void => {
    if (!body) return;
    const lines = text.slice(start, end).split('\n').length;
    functions.push({ name: ownName ?? names.get(start) ?? '', lines, isTable: isTable(body) });
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => name(id as { type: string; name?: string }, init),
    Property: ({ key, value }) => name(key as { type: string; name?: string }, value),
    MethodDefinition: ({ key, value }) => name(key as { type: string; name?: string }, value),
    PropertyDefinition: ({ key, value }) => name(key as { type: string; name?: string }, value),
    ArrowFunctionExpression: ({ start, end, body }) => measure(start, end, body as Body),
    FunctionExpression: ({ start, end, body, id }) => measure(start, end, body, id?.name),
    FunctionDeclaration: ({ start, end, body, id }) => measure(start, end, body, id?.name),
  }).visit(program);
  return functions;
};

/** An import that is no statement: a later load, or one in a type. */
const LATER_IMPORT = /\b(?:import|require)\s*\(/;

/**
 * Reads a file by its path from src and its text. Each fact is computed at its first use: to walk through a file takes
 * longer than to read it.
 * @throws Error when the text is not TypeScript
 */
export const sourceFile = (path: string, text: string): SourceFile => {
  const parsed = parseSync(posix.basename(path), text);
  const [error] = parsed.errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const code = makeAtFirstUse(() => withoutComments(text, parsed.comments));
  const imports = makeAtFirstUse(() =>
    LATER_IMPORT.test(text) ? importsOf(parsed.program) : statedImportsOf(parsed.module),
  );
  const functions = makeAtFirstUse(() => functionsOf(parsed.program, text));
  return {
    path,
    lines: text.split('\n').length - 1,
    get code() {
      return code();
    },
    get imports() {
      return imports();
    },
    get functions() {
      return functions();
    },
  };
};

/** The path from src of a relative import of a file; it begins with `..` outside of src. */
export const targetOf = (path: string, from: string): string => posix.join(posix.dirname(path), from);
