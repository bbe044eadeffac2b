// docs/sources.md: a table of all sources, and what a live start without any key sells.
import type { Topic } from '../../db/log/topic.ts'
import { discoverServices } from '../../processors/index.ts'
import type { Service } from '../../processors/kit/define.ts'
import { exampleAt, makeExamples, pollSamples, type SampledFacts, withoutSources } from '../examples/make.ts'
import { gatherSources, type SourceLine, shortAsks } from './gather.ts'

const head = `# Sources

Made by \`npm run sources -- --write\`; a test compares it with what the program says. Each source's own files are in \`ingestors/sources/<name>\`.

- **Grade** of the licence: A public domain, B with attribution, C terms unclear (on in the demo world, and in the live one where
  \`ENABLE_SOURCES\` names it), D needs a licence.
- **Proof** of the shape: \`captured <date>\` an answer of the upstream was read, \`documented\` the upstream publishes the shape,
  \`guessed\` neither. A guessed one lowers the confidence of what is made of it and is named in \`meta.coverage.unproven\`.
- **Limits**: when it polls (cron, UTC) and the most requests a second it makes to the host.
- Every upstream is told who asks (\`OUTBOUND_USER_AGENT\`).
`

export interface SampledWorld {
  readonly services: readonly Service[]
  readonly facts: SampledFacts
  /** By source: the addresses it asks. */
  readonly asked: ReadonlyMap<string, ReadonlySet<string>>
}

export async function sampleWorld(): Promise<SampledWorld> {
  const services = await discoverServices()
  const asked = new Map<string, Set<string>>()
  const facts = await pollSamples(services, exampleAt, (source, { host, pathname }) => {
    const known = asked.get(source) ?? new Set()
    asked.set(source, known.add(`${host}${pathname}`))
  })
  return { services, facts, asked }
}

export async function writeSourcesPage({ services, facts, asked }: SampledWorld): Promise<string> {
  const lines = await gatherSources(asked)
  const usersOf = ({ topics }: SourceLine) =>
    services.filter(({ reads }) => topics.some(({ name }) => reads.some((read) => read.name === name))).map(({ label }) => label)
  const table = lines.map((line) =>
    row([
      line.source,
      line.topics[0]!.origin.name,
      shortAsks(line.asks),
      line.topics[0]!.origin.licence,
      line.grade,
      line.limits,
      line.keys,
      line.proof,
      line.off === null ? 'on' : `off: ${line.off}`,
      usersOf(line).join(', '),
    ]),
  )
  const titles = ['Source', 'What', 'Asks', 'Licence', 'Grade', 'Limits', 'Key', 'Proof', 'Keyless live start', 'Used by']
  const guessed = lines.filter(({ proof }) => proof === 'guessed').map(({ source }) => source)
  return `${head}
${lines.length} sources, ${lines.filter(({ off }) => off === null).length} of them on in a live start without any key. Of guessed shape: ${guessed.join(', ') || 'none'}.

${row(titles)}
${row(titles.map(() => '---'))}
${table.join('\n')}

## What a live start without any key sells

Found by computing each route's example from the samples of the sources that are on then.

${row(['Service', 'Sold', 'Without', 'Why'])}
${row(['---', '---', '---', '---'])}
${(await sold(services, lines, facts)).join('\n')}
`
}

async function sold(services: readonly Service[], lines: readonly SourceLine[], facts: SampledFacts): Promise<string[]> {
  const offTopics = new Map(
    lines.flatMap(({ off, source, topics }) => (off === null ? [] : topics.map(({ name }) => [name, { off, source }] as const))),
  )
  const on = withoutSources(facts, new Map([...offTopics].map(([topic, { source }]) => [topic, source])))
  const rows: string[] = []
  for (const service of services) {
    const without = missingOf(service, offTopics)
    const keyless = without.length === 0 ? null : await makeExamples(service, on, exampleAt)
    // What misses no source is sold, and so is what is made of a caller's own input.
    const missing = service.routes.filter(({ path, serve }) => keyless !== null && serve !== 'queued' && !(path in keyless))
    const state =
      missing.length === 0
        ? without.length === 0
          ? 'all'
          : 'all, of fewer sources'
        : missing.length === service.routes.length
          ? 'nothing'
          : `all but ${missing.map(({ path }) => path).join(', ')}`
    const reasons = [...new Set(without.map(({ off }) => off))].join('; ')
    rows.push(row([service.label, state, [...new Set(without.map(({ source }) => source))].join(', '), reasons]))
  }
  return rows
}

const missingOf = ({ reads }: Service, off: ReadonlyMap<string, { off: string; source: string }>) =>
  reads.flatMap((topic: Topic<any>) => off.get(topic.name) ?? [])

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '/').replaceAll('\n', ' ')).join(' | ')} |`
