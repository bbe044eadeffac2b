// Writes down what a live upstream sends and says how its shape differs from our sample's.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../errors.ts'
import { discoverSamples } from '../ingestors/demo.ts'
import { runCommand, UsageError } from './command.ts'
import { capture, driftOf } from './record/capture.ts'
import { findIngestor } from './source/poll-values.ts'
import { formatTable } from './table.ts'

const help = `usage: npm run record -- <source> [--key <key>] [--folder <folder>]
Polls the live upstream once, writes every answer into a folder outside version control (captures/<source> below the data
directory), and prints how the shapes differ from our sample's: members that are new or gone, types that changed.
Exit: 0 nothing gone and no type changed, and our parser reads it; 1 it drifted or failed; 2 wrong words.`

await runCommand({
  name: 'record',
  help,
  flags: { key: 'string', folder: 'string' },
  async run({ config, positionals, flags, print }) {
    const ingestor = await findIngestor(positionals[0], config, true)
    const sample = (await discoverSamples()).get(ingestor.source)
    if (sample === undefined)
      throw new UsageError(`${ingestor.source} asks chains, whose answers a standard gives the shape: npm run source -- --live`)
    const { exchanges, failure, values } = await capture(
      ingestor,
      config.keys,
      flags.key === undefined ? undefined : String(flags.key),
    )
    const folder = String(flags.folder ?? join(config.dataDir, 'captures', ingestor.source))
    mkdirSync(folder, { recursive: true })
    exchanges.forEach(({ body, url, status, type }, i) => {
      const name = String(i).padStart(3, '0')
      writeFileSync(join(folder, `${name}.body`), body)
      writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ url: url.href, status, type }, null, 2)}\n`)
    })
    let drifted = 0
    for (const { url, drifts } of driftOf(sample, exchanges, new Date())) {
      drifted += (drifts ?? []).filter(({ change }) => change !== 'new').length
      print(
        `${url.host}${url.pathname}: ${drifts === null ? 'no sample to compare with' : drifts.length === 0 ? 'as our sample' : ''}`,
      )
      if (drifts !== null && drifts.length > 0) print(formatTable(drifts))
    }
    print(failure === null ? `our parser reads ${values} values` : `our parser does not read it: ${messageOf(failure)}`)
    print(`${exchanges.length} answers in ${folder}`)
    return failure === null && drifted === 0 ? 0 : 1
  },
})
