// Polls the quarter-hour files since the last one known, three hours back at most. Proof: captured.
import { join } from 'node:path'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchParts, readOrSetAside } from '../../aside.ts'
import { UpstreamRefusal } from '../../client/refusal.ts'
import { withScratch } from '../../client/scratch.ts'
import { defineIngestor } from '../../define.ts'
import { withZip } from '../../formats/zip.ts'
import { readRows } from './read-rows.ts'
import { eventQuarters } from './topic.ts'

interface File {
  readonly at: Date
  readonly text: string
}

const base = 'https://storage.googleapis.com/data.gdeltproject.org/gdeltv2'
const quarterMs = 15 * 60_000
// A file is there some minutes after its quarter.
const lateMs = 10 * 60_000
const mostFiles = 12
const mostBytes = 60 * 1024 * 1024

export default defineIngestor<ValueOf<typeof eventQuarters>, File[]>({
  source: 'gdelt-events',
  topic: eventQuarters,
  schedule: '3-59/15 * * * *',
  grade: 'B',
  proof: 'captured 2026-09-17',
  fetch: ({ http, at, since, signal, setAside }) =>
    withScratch(async (folder) => {
      const newest = Math.floor((at.getTime() - lateMs) / quarterMs) * quarterMs
      const first = Math.max((since?.getTime() ?? 0) + quarterMs, newest - (mostFiles - 1) * quarterMs)
      const times: number[] = []
      for (let time = Math.min(first, newest); time <= newest; time += quarterMs) times.push(time)
      const readFile = async (time: number): Promise<File[]> => {
        const stamp = new Date(time).toISOString().slice(0, 19).replace(/\D/g, '')
        const name = `${stamp}.export.CSV`
        try {
          await http.download(`${base}/${name}.zip`, join(folder, stamp), { signal, maxBytes: mostBytes })
        } catch (error) {
          // Once in a while a quarter is missing.
          if (error instanceof UpstreamRefusal && error.status === 404) return []
          throw error
        }
        const text = await withZip(join(folder, stamp), mostBytes, (zip) => zip.whole(name))
        return [{ at: new Date(time), text }]
      }
      const files = await fetchParts(times, (time) => new Date(time).toISOString(), readFile, setAside)
      return files.flat()
    }),
  parse: (files, _at, setAside) =>
    files.flatMap(
      ({ at, text }) =>
        readOrSetAside(
          () => at.toISOString(),
          () => [{ at: at.toISOString(), ...readRows(text) }],
          setAside,
        ) ?? [],
    ),
})
