import type { Locator, Page } from '@playwright/test';
import { drop } from './console-page.ts';

/** A person at a page, whose inputs are counted: a key, a click, a text that is typed, or a file that is dropped. */
export interface CountedPage {
  readonly press: (key: string) => Promise<void>;
  readonly click: (target: Locator) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  readonly drop: (name: string, text: string) => Promise<void>;
  /** The number of inputs. */
  readonly inputs: () => number;
}

/** Counts the inputs of a person at a page. */
export const countInputs = (page: Page): CountedPage => {
  let inputs = 0;
  const counted = async (input: Promise<unknown>): Promise<void> => {
    inputs += 1;
    await input;
  };
  return {
    press: (key) => counted(page.keyboard.press(key)),
    click: (target) => counted(target.click()),
    type: (text) => counted(page.keyboard.type(text)),
    drop: (name, text) => counted(drop(page, name, text)),
    inputs: () => inputs,
  };
};
