// Writes down what live upstreams send, as a world to test against, and says how its shape differs from our samples'.
import { join } from 'node:path'
import { messageOf } from '../base/errors.ts'
import type { Ingestor, Sample } from '../ingestors/define.ts'
import { choosePolled, outbound } from '../ingestors/index.ts'
import { discoverSamples } from '../ingestors/samples/demo.ts'
import { discoverStreams } from '../ingestors/streams/define.ts'
import { type CommandContext, runCommand, UsageError } from './command.ts'
import { progressBar } from './progress-bar.ts'
import { capture, driftOf, type Recorded } from './record/capture.ts'
import { recordStream } from './record/stream.ts'
import { writeExchanges } from './record/write.ts'
import { findIngestor } from './source/poll-values.ts'
import { formatTable } from './table.ts'

const help = `usage: npm run record -- <source>|--all [--key <key>] [--folder <folder>] [--seconds <n>]
Polls the live upstream once and writes every answer into a folder outside version control (recordings below the data
directory), each as a line of recordings.tsv and a file. Then prints how the shapes differ from our sample's: members that
are new or gone, types that changed. WORLD=recorded RECORDED_DIR=<folder> npm start runs the program on it.
  --seconds   of a stream: listens so long (60) and writes every frame with its time into <source>.stream.jsonl
  --all   every source that may be polled with the credentials there are; the others are named with the reason
Exit: 0 nothing gone and no type changed, and our parsers read it; 1 one drifted or failed; 2 wrong words.`

await runCommand({
  name: 'record',
  help,
  flags: { key: 'string', folder: 'string', all: 'boolean', seconds: 'string' },
  words: 1,
  async run(context) {
    const { config, positionals, flags, print } = context
    if ((flags.all === true) === (positionals[0] !== undefined)) throw new UsageError('name one source, or say --all')
    const folder = String(flags.folder ?? join(config.dataDir, 'recordings'))
    const stream = (await discoverStreams()).find(({ source }) => source === positionals[0])
    if (stream !== undefined) return recordStream(stream, folder, readSeconds(flags.seconds), print)
    const samples = await discoverSamples()
    const ingestors = flags.all === true ? await everySource(context) : [await findIngestor(positionals[0], config, true)]
    const bar = progressBar('recording', process.stderr, 'sources')
    let isGood = true
    for (const [i, ingestor] of ingestors.entries()) {
      bar.show(i, ingestors.length)
      isGood = (await recordOne(context, ingestor, samples.get(ingestor.source), folder)) && isGood
    }
    bar.end()
    print(`recorded in ${folder}   try: WORLD=recorded RECORDED_DIR=${folder} npm start`)
    return isGood ? 0 : 1
  },
})

function readSeconds(given: unknown): number {
  const seconds = Number(given ?? 60)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 86_400)
    throw new UsageError('--seconds is a whole number up to 86400')
  return seconds
}

async function everySource({ config, print }: CommandContext): Promise<Ingestor[]> {
  const { on, off } = await choosePolled({ ...config, world: 'live' })
  for (const [source, reason] of off) print(`${source}: left out, ${reason}`)
  return on
}

async function recordOne(
  { config, flags, print }: CommandContext,
  ingestor: Ingestor,
  sample: Sample | undefined,
  folder: string,
): Promise<boolean> {
  if (sample === undefined)
    throw new UsageError(`${ingestor.source} asks chains, whose answers a standard gives the shape: npm run source -- --live`)
  const recorded = await capture(ingestor, config.keys, flags.key === undefined ? undefined : String(flags.key), {
    client: outbound(config),
  })
  if (recorded.exchanges.length > 0) writeExchanges(folder, ingestor.source, recorded.exchanges, Object.values(config.keys))
  const drifted = tellDrift(sample, recorded, print)
  const { failure, values, exchanges } = recorded
  const read = failure === null ? `our parser reads ${values} values` : `our parser does not read it: ${messageOf(failure)}`
  print(`${ingestor.source}: ${exchanges.length} answers; ${read}`)
  return failure === null && drifted === 0
}

function tellDrift(sample: Sample, { exchanges }: Recorded, print: CommandContext['print']): number {
  let drifted = 0
  for (const { url, status, drifts } of driftOf(sample, exchanges, new Date())) {
    drifted += (drifts ?? []).filter(({ change }) => change !== 'new').length
    const nothing = status === 200 ? 'no sample to compare with' : `answered ${status}`
    const said = drifts === null ? nothing : drifts.length === 0 ? 'as our sample' : 'drifted'
    print(`${url.host}${url.pathname}: ${said}`)
    if (drifts !== null && drifts.length > 0) print(formatTable(drifts))
  }
  return drifted
}
