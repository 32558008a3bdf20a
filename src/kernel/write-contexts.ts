import type { Context, RowWriteContext, WriteContext } from './resource.ts';

// Field by field, since V8 gives each `{ ...context, more }` a hidden class of its own, which is slow to make and to read.

/** The context of a call inside its write. */
export const writeContextOf = (context: Context, tx: WriteContext['tx'], emit: WriteContext['emit']): WriteContext => ({
  operation: context.operation,
  caller: context.caller,
  access: context.access,
  rows: context.rows,
  directory: context.directory,
  settings: context.settings,
  pageTokenKey: context.pageTokenKey,
  nowMillis: context.nowMillis,
  now: context.now,
  tx,
  emit,
});

/** The context of the rules about one row that a write makes or changes. */
export const rowContextOf = (
  write: WriteContext,
  parent: string,
  touched: RowWriteContext['touched'],
): RowWriteContext => ({
  operation: write.operation,
  caller: write.caller,
  access: write.access,
  rows: write.rows,
  directory: write.directory,
  settings: write.settings,
  pageTokenKey: write.pageTokenKey,
  nowMillis: write.nowMillis,
  now: write.now,
  tx: write.tx,
  emit: write.emit,
  parent,
  touched,
});
