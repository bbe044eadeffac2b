// Polls the news index's one-minute files: those of the last minutes, and when it was away those it missed, as long as a poll has time.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchParts, readEach, type SetAside } from '../../aside.ts'
import { UpstreamRefusal } from '../../client/refusal.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { fileUrl, missedOf, recentOf } from './minutes.ts'
import { readFile } from './read-file.ts'
import { galArticles } from './topic.ts'

interface File {
  readonly minute: Date
  readonly body: string
  /** Hours old: lines of it that cannot be read are not counted, they shall not stop today's news. */
  readonly isLate: boolean
}

const catchUpMs = 45_000
// Files come a few minutes in a row after each quarter hour: after these there are no more of it.
const silence = 2
const uncounted: SetAside = () => undefined
const nameOf = ({ minute }: File): string => minute.toISOString()
const readNew =
  (setAside: SetAside | undefined) =>
  ({ minute, body }: File) =>
    readFile(minute, body, setAside)
const readLate = readNew(uncounted)

export default defineIngestor<ValueOf<typeof galArticles>, File[]>({
  source: 'gdelt-gal',
  topic: galArticles,
  schedule: '*/5 * * * *',
  grade: 'B',
  proof: 'documented',
  async fetch(context) {
    const recent = await readRecent(context)
    // Without knowing what is there already, nobody can say what is missing.
    const late = context.newestByKey === undefined ? [] : await catchUp(missedOf(context.at, context.newestByKey), context)
    return [...recent, ...late]
  },
  parse: (files, seenAt, setAside) =>
    files
      .flatMap((file) =>
        file.isLate
          ? readEach([file], readLate, setAside ?? uncounted, nameOf)
          : readEach([file], readNew(setAside), setAside, nameOf),
      )
      .map((file) => ({ ...file, vintage: seenAt.toISOString() })),
})

async function readRecent(context: FetchContext): Promise<File[]> {
  const read = await fetchParts(
    recentOf(context.at),
    (minute) => minute.toISOString(),
    async (minute) => ({ minute, body: await readMinute(minute, context) }),
    context.setAside,
  )
  const files = read.flatMap(({ minute, body }): File[] => (body === null ? [] : [{ minute, body, isLate: false }]))
  // The world is never without news for so long.
  if (files.length === 0) throw new TollgateError('upstream_changed', 'GDELT GAL has no file of any of the last minutes')
  return files
}

async function catchUp(quarters: readonly Date[][], context: FetchContext): Promise<File[]> {
  const startedAt = performance.now()
  const files: File[] = []
  for (const minutes of quarters) {
    let silentFor = Number.NEGATIVE_INFINITY
    for (const minute of minutes) {
      if (performance.now() - startedAt > catchUpMs) return files
      if (silentFor >= silence) break
      const body = await readMinute(minute, context)
      if (body === null) silentFor++
      else {
        silentFor = 0
        files.push({ minute, body, isLate: true })
      }
    }
  }
  return files
}

/** null: there is no file of that minute, which is nothing unusual. */
async function readMinute(minute: Date, { http, signal }: FetchContext): Promise<string | null> {
  try {
    return await http.text(fileUrl(minute), { expect: 'text', signal })
  } catch (error) {
    if (error instanceof UpstreamRefusal && error.status === 404) return null
    throw error
  }
}
