import type { Resource } from '../kernel/resource.ts';
import { malwareEntries } from './libraries/v1/malware.ts';
import { buildReports } from './registry/v1/build-reports.ts';
import { deployments } from './registry/v1/deployments.ts';
import { packages } from './registry/v1/packages.ts';
import { registrySettings } from './registry/v1/registry-settings.ts';
import { syncStatuses } from './registry/v1/sync-statuses.ts';
import { vulnCountReports } from './registry/v1/vuln-count-reports.ts';

/** The resources that only v1 shows, by methods of their own. */
export const byMethods: readonly Resource[] = [
  deployments,
  registrySettings,
  syncStatuses,
  buildReports,
  vulnCountReports,
  packages,
];

/** The resources that only v1 shows: their rows are in each world from its beginning. */
export const resourcesOfV1: readonly Resource[] = [...byMethods, malwareEntries];
