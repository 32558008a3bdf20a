import { alreadyExists, notFound } from '../../../kernel/errors.ts';
import {
  type Context,
  defineResource,
  type RowOf,
  readMethod,
  type WriteContext,
  writeMethod,
} from '../../../kernel/resource.ts';
import { type Collection, collection } from '../../../kernel/rows.ts';
import { repeated, string, text, timestamp, uid } from '../../../schema/field-types.ts';
import { type Message, message, of, optional, output, plain, required, type Static } from '../../../schema/message.ts';
import type { HttpRule } from '../../../schema/operation.ts';
import { repoRows } from '../repo-message.ts';
import { PACKAGE, registryOperation } from './registry-operation.ts';

const URL_PARTS = /^(https|oci|http):\/\/([^/?#]*)/i;
const AUTHORITY = /^(\[[^\]]*\]|[^:@[\]]*)(?::\d*)?$/;

/** A loopback host, as `URL` returns it: in lower case, with addresses in their canonical form. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * True for a URL that the published validator of Helm repositories accepts: https or oci, or http on a loopback host,
 * with a host and without user information (behaviour §12.5).
 */
const isHelmRepoUrl = (value: string): boolean => {
  const [start = '', scheme = '', authority = ''] = URL_PARTS.exec(value) ?? [];
  const [, host = ''] = AUTHORITY.exec(authority) ?? [];
  // Without its port, which may be any number.
  const portless = `${scheme}://${host}${value.slice(start.length)}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no URL has them
  if (host === '' || /[\u0000-\u0020\u007f]/.test(value) || !URL.canParse(portless)) return false;
  return scheme.toLowerCase() !== 'http' || LOOPBACK.test(new URL(portless).hostname);
};

const HelmChart = message(`${PACKAGE}.HelmChart`, 'A Helm chart that deploys an image.', {
  source: optional(1, string(), 'The location of the source of the chart.', { presence: true }),
  repo: required(
    2,
    text(
      isHelmRepoUrl,
      'helm repository URL must be https or oci, or http on a loopback host, with a host and without user information',
    ),
    'The URL of the Helm repository that it is in: https or oci, or http on a loopback host, without user information.',
    { example: 'https://charts.example.com' },
  ),
  chart: optional(3, string(), 'The name of the chart in it.', { presence: true }),
});

const Deployment = message(`${PACKAGE}.Deployment`, 'How the image of a repo is deployed.', {
  id: plain(1, uid(), 'The id of the repo, whose only deployment it is.', { always: true }),
  charts: plain(2, repeated(of(HelmChart)), 'The charts that deploy it.'),
});

const charts = optional(2, repeated(of(HelmChart)), 'The charts that deploy the image.');

const CreateDeploymentRequest = message(`${PACKAGE}.CreateDeploymentRequest`, 'The deployment to create, and where.', {
  parentId: required(1, uid(), 'The id of the repo.'),
  charts,
});

const UpdateDeploymentRequest = message(`${PACKAGE}.UpdateDeploymentRequest`, 'The deployment to replace.', {
  repoId: required(1, uid(), 'The id of the repo.'),
  charts,
});

const GetDeploymentRequest = message(`${PACKAGE}.GetDeploymentRequest`, 'Which deployment to get.', {
  repoId: required(1, uid(), 'The id of the repo.'),
});

const StoredDeployment = message('mock.Deployment', 'How the image of a repo is deployed.', {
  uid: output(1, uid(), 'The uid of the repo.'),
  charts: optional(2, repeated(of(HelmChart)), 'The charts that deploy the image.'),
  createTime: output(3, timestamp(), 'When the deployment was created.'),
  updateTime: output(4, timestamp(), 'When the deployment was last changed.'),
});

type DeploymentRow = RowOf<typeof StoredDeployment>;
const deploymentRows: Collection<DeploymentRow> = collection<DeploymentRow>('repoDeployments');

const TYPE = 'registry/Deployment';
const WORDS = 'deployment';

const viewOfDeployment = ({ uid: id, charts = [] }: DeploymentRow): Static<typeof Deployment> => ({
  id,
  charts,
});

const getDeployment = (repo: string, { rows }: Pick<Context, 'rows'>): DeploymentRow => {
  const row = rows.get(deploymentRows, repo);
  if (!row) throw notFound({ type: TYPE, name: repo }, WORDS);
  return row;
};

const put = (
  row: DeploymentRow,
  given: NonNullable<DeploymentRow['charts']>,
  { tx, now }: WriteContext,
): Static<typeof Deployment> => {
  const next = { ...row, charts: given, updateTime: now };
  tx.put(deploymentRows, next);
  return viewOfDeployment(next);
};

const create = (
  { parentId: repo = '', charts: given = [] }: Static<typeof CreateDeploymentRequest>,
  context: WriteContext,
): Static<typeof Deployment> => {
  const { tx, now } = context;
  if (tx.get(deploymentRows, repo)) {
    throw alreadyExists({ type: TYPE, name: repo }, WORDS, tx.get(repoRows, repo)?.name ?? '');
  }
  return put({ uid: repo, createTime: now }, given, context);
};

const WAYS = {
  create: { method: 'POST', path: '/registry/v1/repos/{parent_id=**}/deployment', body: '*' },
  update: { method: 'PUT', path: '/registry/v1/repos/{repo_id=**}/deployment', body: '*' },
  list: { method: 'GET', path: '/registry/v1/repos/{repo_id=**}/deployment' },
} as const satisfies Readonly<Record<string, HttpRule>>;

const method = (
  name: string,
  text: { readonly summary: string; readonly description: string },
  request: Message,
  verb: keyof typeof WAYS,
) =>
  registryOperation(name, {
    ...text,
    http: WAYS[verb],
    request,
    response: Deployment,
    capabilities: [`registry.deployments.${verb}`],
    scope: verb === 'create' ? 'parentId' : 'repoId',
    fails: verb === 'create' ? ['NOT_FOUND', 'ALREADY_EXISTS'] : ['NOT_FOUND'],
  });

const OF_REPO = { scopeType: 'repo' } as const;

/** Deployments of images: a repo has at most one, which only v1 shows. */
export const deployments = defineResource({
  domain: 'registry',
  type: 'Deployment',
  singular: 'repoDeployment',
  plural: 'repoDeployments',
  words: { singular: 'deployment', plural: 'deployments' },
  description: 'How the image of a repo is deployed.',
  message: StoredDeployment,
  served: false,
  sharesParentUid: true,
  parent: { singular: 'repo', onDelete: 'cascade' },
  methods: {
    createDeployment: writeMethod(
      method(
        'CreateDeployment',
        { summary: 'Create a deployment', description: 'Creates the deployment of a repo, which has at most one.' },
        CreateDeploymentRequest,
        'create',
      ),
      create,
      OF_REPO,
    ),
    updateDeployment: writeMethod(
      method(
        'UpdateDeployment',
        { summary: 'Replace a deployment', description: 'Replaces the charts of the deployment of a repo.' },
        UpdateDeploymentRequest,
        'update',
      ),
      ({ repoId = '', charts: given = [] }: Static<typeof UpdateDeploymentRequest>, context) =>
        put(getDeployment(repoId, context), given, context),
      OF_REPO,
    ),
    getDeployment: readMethod(
      method(
        'GetDeployment',
        { summary: 'Get a deployment', description: 'Gets the deployment of a repo; an empty one if it has none.' },
        GetDeploymentRequest,
        'list',
      ),
      ({ repoId = '' }: Static<typeof GetDeploymentRequest>, context) =>
        viewOfDeployment(getDeployment(repoId, context)),
      OF_REPO,
    ),
  },
});
