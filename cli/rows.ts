// How many rows each route has and their hash, to tell whether two databases serve the same.
import { hashRows } from '../db/rows/row-hashes.ts'
import { discoverServices } from '../processors/index.ts'
import { runCommand } from './command.ts'
import { formatTable } from './table.ts'

const help = `usage: npm run rows [-- --json]

Per route: rows and a hash of all their keys, bodies, meta, times, formulas and inputs. Two databases whose rows were made
from the same log print the same lines. Answers to queued requests are left out: nobody can compute them again.
Exit: 0 done, 1 the database does not answer, 2 no database here, or not of this release.`

await runCommand({
  name: 'rows',
  help,
  words: 0,
  flags: { json: 'boolean' },
  async run(context) {
    const [database, services] = [await context.openDatabase(), await discoverServices()]
    const queued = new Set(
      services.flatMap(({ label, routes }) => routes.filter(({ serve }) => serve === 'queued').map(({ path }) => label + path)),
    )
    const hashes = (await hashRows(database.pool)).filter(({ service, route }) => !queued.has(service + route))
    if (context.flags.json) for (const one of hashes) context.print(JSON.stringify(one))
    else context.print(hashes.length === 0 ? 'no rows' : formatTable(hashes))
    return 0
  },
})
