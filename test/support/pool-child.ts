// A program with workers for tests to kill: converts the document named by its arguments again and again, its scratch where they say.
import { readFileSync } from 'node:fs'
import { defaultLimits } from '../../processors/jobs/convert/limits.ts'
import { documentLimits, pageLimits } from '../../processors/jobs/workers/limits.ts'
import { createWorkerPool } from '../../processors/jobs/workers/pool.ts'

const [file, scratchParent] = process.argv.slice(2) as [string, string]
const workers = createWorkerPool({ scratchParent })
const body = readFileSync(file)
const page = {
  contentType: 'text/html',
  url: 'https://a.example/',
  maxChars: 1_000,
  format: 'text',
  links: 'none',
  images: 'none',
} as const
await workers.run('page', { input: page, body: Buffer.from('<p>warm</p>'), limits: pageLimits })
process.stdout.write('running\n')
for (;;) {
  const input = { options: {}, limits: defaultLimits, asOf: '', withTables: false, forModelCharacters: 0 }
  await workers.run('document', { input, body, limits: documentLimits(60_000) })
}
