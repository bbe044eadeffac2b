// Writes the example answers that documents show, from the samples; or says which are no longer what the formulas make.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { discoverServices } from '../processors/index.ts'
import { examplesFile } from '../processors/kit/examples.ts'
import { runCommand } from './command.ts'
import { exampleAt, makeExamples, pollSamples, writeExamples } from './examples/make.ts'

const help = `usage: npm run examples -- [--check]
Makes the example answer of every route from its sources' samples, as of one fixed moment, and writes it to processors/examples. Run it
after a formula, a sample or a schema changed.
  --check   writes nothing; names the services whose file is not what would be written
Exit: 0 all is written, or as it should be, 1 --check found a difference.`

await runCommand({
  name: 'examples',
  help,
  flags: { check: 'boolean' },
  words: 0,
  async run({ flags, print }) {
    const services = (await discoverServices()).filter(({ reads }) => reads.length > 0)
    const facts = await pollSamples(services, exampleAt)
    let old = 0
    for (const service of services) {
      const text = writeExamples(await makeExamples(service, facts, exampleAt))
      const file = examplesFile(service.label)
      if ((existsSync(file) ? readFileSync(file, 'utf8') : '{}\n') === text) continue
      old++
      if (!flags.check) writeFileSync(file, text)
      print(`${service.label}: ${flags.check ? 'is not what its formulas make of the samples' : 'written'}`)
    }
    return flags.check && old > 0 ? 1 : 0
  },
})
