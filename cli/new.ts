// Writes the files of a new service: a source with its sample, the formula, the definition and a test.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand, UsageError } from './command.ts'
import { nameService } from './new/names.ts'
import { schemaFile, serviceFile, signalFile, testFile } from './new/service-files.ts'
import { ingestorFile, sampleFile, topicFile } from './new/source-files.ts'

const help = `usage: npm run new -- service <label> [--path /report] [--price 0.05]
Writes a new service that runs, checks and passes its test as it stands: every place to change says TODO.
Nothing that is there is overwritten.
Exit: 0 written, 1 the service or its source is there already, 2 wrong words.`

const root = fileURLToPath(new URL('../', import.meta.url))

// A long label breaks lines elsewhere than a short one; without the formatter (an installation for production) they stay.
function format(files: readonly string[]): void {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  if (existsSync(biome)) execFileSync(process.execPath, [biome, 'check', '--write', ...files], { cwd: root, stdio: 'pipe' })
}

await runCommand({
  name: 'new',
  help,
  flags: { path: 'string', price: 'string' },
  async run({ positionals, flags, print }) {
    const [what, label, ...more] = positionals
    const { path = '/report', price = '0.05' } = flags as { path?: string; price?: string }
    if (what !== 'service' || label === undefined || more.length > 0) throw new UsageError('say: service <label>')
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(label))
      throw new UsageError('a label is lower-case letters, digits and underscores')
    if (!/^\/[a-z][a-z0-9-]*$/.test(path)) throw new UsageError('--path is one lower-case word behind a slash')
    if (!/^\d\.\d{2,3}$/.test(price)) throw new UsageError('--price is in dollars, such as 0.05')
    const names = nameService(label, path, price)
    const source = `ingestors/sources/${names.source}`
    const service = `processors/services/${label}`
    const files = [
      [`${source}/topic.ts`, topicFile(names)],
      [`${source}/ingestor.ts`, ingestorFile(names)],
      [`${source}/samples/sample.ts`, sampleFile(names)],
      [`${service}/signal.ts`, signalFile(names)],
      [`${service}/schema.ts`, schemaFile(names)],
      [`${service}/service.ts`, serviceFile(names)],
      [`test/unit/${label.replaceAll('_', '-')}.test.ts`, testFile(names)],
    ] as const
    const there = files.filter(([file]) => existsSync(join(root, file))).map(([file]) => file)
    if (there.length > 0) throw new Error(`${there.join(', ')} is there already`)
    for (const [file, text] of files) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
      print(file)
    }
    format(files.map(([file]) => file))
    print(`next: npm run source -- ${names.source}; npm run signal -- ${label}${path}; npm run check`)
    return 0
  },
})
