import { z } from './zod.contract.ts';

/**
 * One of several forms. The one that was meant is chosen before it is read, so that mistakes are reported for it and
 * not for the choice. The document has the choice by `.openapi({ anyOf })`.
 */
export const chooseForm = <Form extends z.ZodType>(choose: (given: unknown) => Form) =>
  z.unknown().superRefine((given, context) => {
    for (const { message, path } of choose(given).safeParse(given).error?.issues ?? []) {
      context.addIssue({ code: 'custom', message, path: [...path] });
    }
  }) as z.ZodType<z.output<Form>>;
