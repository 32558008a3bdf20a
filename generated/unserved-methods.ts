// Emitted from contract-tests/support/published-interface.json by `npm run emit`.

/** Published methods that are not served, of services that are: the name, the method of HTTP and the path. */
export const UNSERVED_METHODS = [
  ['Delete', 'DELETE', '/auth/v1/delete/*'],
  ['GetHeadlessSession', 'GET', '/sts/headless_sessions'],
  ['GetChart', 'GET', '/registry/v1/repos/**/digests/*/chart'],
  ['GetHelm', 'GET', '/registry/v1/repos/**/digests/*/helm'],
  ['GetManifestDigestCount', 'GET', '/registry/v1/digestcount/**'],
  ['GetRawSbom', 'GET', '/registry/v1/repos/**/digest/*/rawsbom'],
  ['GetRepoCountBySource', 'GET', '/registry/v1/repocountbysource/**'],
  ['GetRepoTagsSummary', 'GET', '/registry/v1/repotagssummary/**'],
  ['GetSbom', 'GET', '/registry/v1/repos/**/digests/*/sbom'],
  ['ListChartsByImageRepo', 'GET', '/registry/v1/repos/**/chart-image-bindings'],
  ['ListManifestMetadata', 'GET', '/registry/v1/repos/**/manifestmetdata'],
  ['ListCumulativeVulnCountReports', 'GET', '/registry/v1/vuln_reports/counts_cumulative'],
] as const;
