import { parse } from 'yaml';
import { blocksOf, documentFiles, read } from './document-blocks.ts';

type Variables = Readonly<Record<string, string>>;

/** A step of a job: an action, or commands. */
export interface WorkflowStep {
  readonly uses?: string;
  readonly with?: Variables;
  readonly if?: string;
  readonly run?: string;
  readonly 'working-directory'?: string;
  readonly env?: Variables;
}

/** A container that runs beside the steps of a job. */
export interface WorkflowService {
  readonly image: string;
  /** `HOST:CONTAINER`. */
  readonly ports?: readonly string[];
  readonly env?: Variables;
}

/** A job of a workflow of GitHub Actions. */
export interface WorkflowJob {
  readonly env?: Variables;
  readonly services?: Readonly<Record<string, WorkflowService>>;
  readonly steps: readonly WorkflowStep[];
}

/** A job that a page shows, with the line of its block. */
export interface DocumentedJob {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly job: WorkflowJob;
}

const jobsOf = (yaml: string): readonly (readonly [name: string, job: WorkflowJob])[] => {
  const value: unknown = parse(yaml);
  if (typeof value !== 'object' || value === null || !('jobs' in value)) return [];
  return Object.entries(value.jobs as Readonly<Record<string, WorkflowJob>>);
};

/** The jobs of the workflows that the pages show. */
export const documentedJobs: readonly DocumentedJob[] = documentFiles.flatMap((file) =>
  blocksOf(read(file))
    .filter(({ language, reason }) => language === 'yaml' && reason === undefined)
    .flatMap(({ line, lines }) => jobsOf(lines.join('\n')).map(([name, job]) => ({ file, line, name, job }))),
);
