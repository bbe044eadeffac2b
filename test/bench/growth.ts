// The law of each cost that grows with what is kept: the same work on a small and on a large amount, and the exponent between them.
import { parseArgs } from 'node:util'
import { benchDocuments } from './growth/documents.ts'
import type { GrowthSizes } from './growth/law.ts'
import { benchLedger } from './growth/ledger.ts'
import { benchLog } from './growth/log.ts'
import { benchReads } from './growth/reads.ts'
import { benchStreams } from './growth/streams.ts'
import { asNumbers } from './support/numbers.ts'

const parts = { ledger: benchLedger, log: benchLog, reads: benchReads, documents: benchDocuments, streams: benchStreams }
const names = Object.keys(parts) as (keyof typeof parts)[]
const help = `usage: npm run bench -- growth [${names.join(' ')}] [--payments 10000,100000] [--records 50000,200000]
         [--versions 10000,50000] [--topics 100] [--readers 20,200] [--disk-mb 2000]
Does the same work on a small and a large amount and prints both times with their law: the exponent of the growth between them
(0 flat, 1 linear, 2 quadratic). Words name the parts wanted.
  ledger     a paid call's writes beside so many payments, hourly chores, totals, the comparison with a chain and its memory
  log        compaction and retention of so many records, and the size of their files before, after, and filled once more
  reads      a key's series of so many versions, lag and topics of so many topics
  documents  /openapi.json per second: whole, packed, and known already
  streams    processor time for a changed row and a reader, with few readers and with many
Everything lies in a folder of its own that is gone afterwards; sizes that would take over --disk-mb are refused.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    payments: { type: 'string', default: '10000,100000' },
    records: { type: 'string', default: '50000,200000' },
    versions: { type: 'string', default: '10000,50000' },
    topics: { type: 'string', default: '100' },
    readers: { type: 'string', default: '20,200' },
    'disk-mb': { type: 'string', default: '2000' },
    help: { type: 'boolean', default: false },
  },
})
const sizes = {
  payments: asNumbers(values.payments, 2),
  records: asNumbers(values.records, 2),
  versions: asNumbers(values.versions, 2),
  topics: asNumbers(values.topics, 1),
  readers: asNumbers(values.readers, 2),
}
const wanted = names.filter((name) => positionals.length === 0 || positionals.includes(name))
const isUnknown = positionals.some((word) => !(names as string[]).includes(word))
// Table, indexes and the log that is written first; measured, with room.
const kilobytes = { payments: 1.6, records: 0.8, versions: 1.2 }

if (values.help) process.stdout.write(`${help}\n`)
else if (isUnknown || Object.values(sizes).some((own) => own === null)) refuse('a size is one whole number, or two: small,large')
else {
  const given = sizes as GrowthSizes
  const neededMb = Math.round(
    Object.entries(kilobytes).reduce(
      (sum, [name, each]) => sum + given[name as keyof GrowthSizes].reduce((a, b) => a + b) * each,
      0,
    ) / 1_000,
  )
  if (neededMb > Number(values['disk-mb'])) refuse(`these sizes take some ${neededMb} MB; allow it with --disk-mb ${neededMb}`)
  else for (const name of wanted) await parts[name](given)
}

function refuse(why: string): void {
  process.stderr.write(`${why}\n${help}\n`)
  process.exitCode = 2
}
