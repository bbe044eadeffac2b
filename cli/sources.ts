// Writes the page of all sources; or says that it is no longer what the program says.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './command.ts'
import { sampleWorld, writeSourcesPage } from './sources/page.ts'

const help = `usage: npm run sources [-- --write|--check]
Prints the page of all sources: where each asks, its licence, limits, keys, how its shape is known, whether a live start without any key
has it and why not, which services are made of it; and what such a start sells.
  --write   writes it to docs/sources.md
  --check   writes nothing; says whether docs/sources.md is that page
Exit: 0 done, or as it should be, 1 --check found a difference.`

const file = join(import.meta.dirname, '..', 'docs', 'sources.md')

await runCommand({
  name: 'sources',
  help,
  words: 0,
  flags: { write: 'boolean', check: 'boolean' },
  async run({ flags, print }) {
    const page = await writeSourcesPage(await sampleWorld())
    if (flags.write) writeFileSync(file, page)
    else if (!flags.check) print(page.trimEnd())
    if (!flags.check || (existsSync(file) && readFileSync(file, 'utf8') === page)) return 0
    print('docs/sources.md is not what the sources say: npm run sources -- --write')
    return 1
  },
})
