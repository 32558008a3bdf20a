import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const SYSTEMS: ReadonlyMap<NodeJS.Platform, string> = new Map([
  ['linux', 'linux'],
  ['darwin', 'macos'],
  ['win32', 'windows'],
]);

/** The name of the executable of a machine in a release: `platform-mock-linux-x64`. */
export const releaseName = (platform: NodeJS.Platform = process.platform, arch: string = process.arch): string =>
  `platform-mock-${SYSTEMS.get(platform) ?? platform}-${arch}`;

/** The licence of the Node at a path, which has to go with every copy of it. @throws Error where it is not found */
export const nodeLicenceOf = (node: string): string => {
  const folder = dirname(node);
  // As nodejs.org packs it for Unix, for Windows, and as Debian's package has it.
  const places = [join(folder, '../LICENSE'), join(folder, 'LICENSE'), join(folder, '../share/doc/nodejs/LICENSE')];
  const found = places.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`the licence of ${node} is not there: none of ${places.join(', ')}`);
  return found;
};

/**
 * Packs files into an archive `<name>.tar.gz` of a folder; returns its path.
 * @throws Error where a file is missing or tar fails
 */
export const packFiles = (name: string, files: ReadonlyMap<string, string>, folder: string): string => {
  const archive = resolve(folder, `${name}.tar.gz`);
  // Beside the archive, by names only: tar takes a path with a colon for another machine.
  const stage = mkdtempSync(`${archive}-`);
  try {
    for (const [packed, path] of files) copyFileSync(path, join(stage, packed));
    const args = ['-czf', `../${basename(archive)}`, ...files.keys()];
    const { status, stderr, error } = spawnSync('tar', args, { cwd: stage, encoding: 'utf8' });
    if (status !== 0) throw new Error(`tar ${args.join(' ')}: ${error?.message ?? stderr}`);
    return archive;
  } finally {
    rmSync(stage, { recursive: true });
  }
};

/** The parts of an SPDX document that are read or added to. */
interface Sbom {
  readonly documentDescribes: readonly string[];
  readonly packages: readonly object[];
  readonly relationships: readonly object[];
}

/** The Node that is inside an executable. */
interface BundledNode {
  readonly version: string;
  readonly sourceUrl?: string | undefined;
}

/** The SBOM of the package, as npm writes it in SPDX, with the Node that the executable holds. */
export const withNode = <T extends Sbom>(sbom: T, { version, sourceUrl = 'NOASSERTION' }: BundledNode): T => {
  const id = `SPDXRef-Package-node-${version}`;
  const node = {
    name: 'node',
    SPDXID: id,
    versionInfo: version,
    primaryPackagePurpose: 'APPLICATION',
    downloadLocation: sourceUrl,
    filesAnalyzed: false,
    homepage: 'https://nodejs.org',
    licenseDeclared: 'MIT',
    externalRefs: [
      { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: `pkg:generic/node@${version}` },
    ],
  };
  const contained = sbom.documentDescribes.map((root) => ({
    spdxElementId: root,
    relatedSpdxElement: id,
    relationshipType: 'CONTAINS',
  }));
  return { ...sbom, packages: [...sbom.packages, node], relationships: [...sbom.relationships, ...contained] };
};
