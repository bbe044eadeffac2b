// Files given on the command line in an upstream's place: recordings, or the plain answers in the order they are asked for.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Clock } from '../../base/clock.ts'
import { TollgateError } from '../../base/errors.ts'
import type { Exchange } from '../../ingestors/recorded/exchange.ts'
import { readHar } from '../../ingestors/recorded/har.ts'
import { readRecordings } from '../../ingestors/recorded/read-folder.ts'
import { type RecordedUpstream, startRecordedUpstream } from '../../ingestors/recorded/upstream.ts'
import { UsageError } from '../command.ts'

const types: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.csv': 'text/csv',
  '.xml': 'application/xml',
  '.html': 'text/html',
  '.zip': 'application/zip',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export async function startGivenUpstream(files: readonly string[], clock: Clock): Promise<RecordedUpstream> {
  for (const file of files) if (!existsSync(file)) throw new UsageError(`${file} is not there`)
  const isRecording = (file: string) => statSync(file).isDirectory() || file.endsWith('.har')
  if (files.every(isRecording)) return startRecordedUpstream(files.flatMap(recordingsOf), clock)
  if (files.some(isRecording)) throw new UsageError('recordings and plain answers do not go together')
  return startInOrder(
    files.map(plainAnswer),
    files.map((file) => basename(file).toLowerCase()),
    clock,
  )
}

function recordingsOf(file: string): Exchange[] {
  return statSync(file).isDirectory() ? readRecordings(file) : readHar(readFileSync(file, 'utf8'), basename(file))
}

function plainAnswer(file: string): Exchange {
  return {
    method: 'GET',
    url: '*',
    sent: null,
    status: 200,
    headers: { 'content-type': types[extname(file).toLowerCase()] ?? 'text/plain' },
    at: null,
    body: () => readFile(file),
  }
}

/** A file that is called as what is asked for answers that; of the others the next. */
async function startInOrder(answers: readonly Exchange[], names: readonly string[], clock: Clock): Promise<RecordedUpstream> {
  const places = answers.map((answer, i) => ({ ...answer, url: `http://given/${i}` }))
  const upstream = await startRecordedUpstream(places, clock)
  const left = new Set(answers.keys())
  return {
    ...upstream,
    reroute(url) {
      if (answers.length === 1) return upstream.reroute(new URL('http://given/0'), {})
      const asked = decodeURIComponent(url.pathname).split('/').at(-1)!.toLowerCase()
      const [next] = left
      const at = asked !== '' && names.includes(asked) ? names.indexOf(asked) : next
      if (at !== undefined) {
        left.delete(at)
        return upstream.reroute(new URL(`http://given/${at}`), {})
      }
      throw new TollgateError(
        'upstream_refused',
        `no file is left for ${url.host}${url.pathname}; ${answers.length} were given`,
        {
          detailCode: 'not_recorded',
        },
      )
    },
  }
}
