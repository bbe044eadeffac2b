// Writes the files of a new service, source or family, which stand as they are and say TODO where something is to be said.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand, UsageError } from './command.ts'
import { nameService, type ServiceNames } from './new/names.ts'
import { familyFile, serviceFile, signalFile, testFile } from './new/service-files.ts'
import { ingestorFile, sampleFile, topicFile } from './new/source-files.ts'

const help = `usage: npm run new -- service <label> [--path /report] [--price 0.05]
       npm run new -- source <name>
       npm run new -- family <name>
service: a source with its sample, the two files of a service and a test. source: one source. family: what several services
share, of which each is a table. All run, check and pass the tests as they stand: every place to change says TODO.
Nothing that is there is overwritten.
Exit: 0 written, 1 the service or its source is there already, 2 wrong words.`

const root = fileURLToPath(new URL('../', import.meta.url))

// A long label breaks lines elsewhere than a short one; without the formatter (an installation for production) they stay.
function format(files: readonly string[]): void {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  if (existsSync(biome)) execFileSync(process.execPath, [biome, 'check', '--write', ...files], { cwd: root, stdio: 'pipe' })
}

type Files = readonly (readonly [path: string, text: string])[]

const sourceFiles = (names: ServiceNames): Files => {
  const source = `ingestors/sources/${names.source}`
  return [
    [`${source}/topic.ts`, topicFile(names)],
    [`${source}/ingestor.ts`, ingestorFile(names)],
    [`${source}/samples/sample.ts`, sampleFile(names)],
  ]
}

const kinds = {
  service: (names: ServiceNames): Files => [
    ...sourceFiles(names),
    [`processors/services/${names.label}/signal.ts`, signalFile(names)],
    [`processors/services/${names.label}/service.ts`, serviceFile(names)],
    [`test/unit/services/${names.label.replaceAll('_', '-')}.test.ts`, testFile(names)],
  ],
  source: sourceFiles,
  family: (names: ServiceNames): Files => [[`processors/families/${names.label.replaceAll('_', '-')}.ts`, familyFile(names)]],
}

const nextSteps = {
  service: ({ source, label, path }: ServiceNames) =>
    `next: npm run source -- ${source}; npm run signal -- ${label}${path}; npm run check`,
  source: ({ source }: ServiceNames) => `next: npm run source -- ${source}; npm run check`,
  family: ({ family }: ServiceNames) => `next: a service.ts whose default export is define${family}({ ... }); npm run check`,
}

await runCommand({
  name: 'new',
  help,
  flags: { path: 'string', price: 'string' },
  async run({ positionals, flags, print }) {
    const [what, label, ...more] = positionals
    const { path = '/report', price = '0.05' } = flags as { path?: string; price?: string }
    const write = what === undefined ? undefined : kinds[what as keyof typeof kinds]
    if (write === undefined || label === undefined || more.length > 0)
      throw new UsageError('say: service <label>, source <name> or family <name>')
    if (!/^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/.test(label) || (what === 'service' && label.includes('-')))
      throw new UsageError('a label is lower-case letters, digits and underscores; a source or a family may have dashes')
    if (!/^\/[a-z][a-z0-9-]*$/.test(path)) throw new UsageError('--path is one lower-case word behind a slash')
    if (!/^\d\.\d{2,3}$/.test(price)) throw new UsageError('--price is in dollars, such as 0.05')
    const words = label.replaceAll('-', '_')
    const names = nameService(words, path, price, what === 'source' ? label : undefined)
    const files = write(names)
    const there = files.filter(([file]) => existsSync(join(root, file))).map(([file]) => file)
    if (there.length > 0) throw new Error(`${there.join(', ')} is there already`)
    for (const [file, text] of files) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
      print(file)
    }
    format(files.map(([file]) => file))
    print(nextSteps[what as keyof typeof kinds](names))
    return 0
  },
})
