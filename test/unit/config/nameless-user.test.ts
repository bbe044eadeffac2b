// The embedded Postgres that will not run under a user without a name says what to do about it.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findPostgresBinaries } from '../../../db/embedded/binaries.ts'
import { initialise } from '../../../db/embedded/init.ts'
import { createDataDir, removeDataDir } from '../../support/data-dir.ts'

// Nobody's on any machine.
const nameless = 1_987_654_321

test.runIf(process.getuid?.() === 0 && spawnSync('id', [String(nameless)]).status !== 0)(
  'in a container that is started with a number for a user',
  async () => {
    const folder = createDataDir('nameless')
    onTestFinished(() => removeDataDir(folder))
    const { root, majorVersion } = findPostgresBinaries()
    // Where that user can reach it, wherever this clone is.
    const copy = join(folder, 'programs')
    cpSync(join(root, 'native'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true })
    const program = (name: string) => join(copy, 'native', 'bin', name)
    const binaries = { root: copy, postgres: program('postgres'), initdb: program('initdb'), majorVersion }
    const home = { dataDir: join(folder, 'postgres'), binaries, identity: { uid: nameless, gid: nameless } }
    mkdirSync(home.dataDir)
    await expect(initialise(home, 'secret', folder)).rejects.toThrow(
      /user does not exist[\s\S]*give this one a line in \/etc\/passwd, or set DATABASE_URL/,
    )
  },
)
