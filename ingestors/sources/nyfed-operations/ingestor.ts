// Polls two weeks of overnight operations; nothing taken is zero, not nothing known.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { toIsoDate } from '../../csv.ts'
import { defineIngestor } from '../../define.ts'
import { repoOperations } from './topic.ts'

type Operation = Readonly<Record<string, unknown>>
type Value = ValueOf<typeof repoOperations>

const kinds: Readonly<Record<string, string>> = { Repo: 'repo', 'Reverse Repo': 'reverse_repo' }
const terms: Readonly<Record<string, boolean>> = { Overnight: true, Term: false }

export default defineIngestor<Value, unknown>({
  source: 'nyfed-operations',
  topic: repoOperations,
  schedule: '20 13,18,21 * * 1-5',
  grade: 'B',
  fetch: ({ http, signal }) => http.json('https://markets.newyorkfed.org/api/rp/all/all/results/lastTwoWeeks.json', { signal }),
  parse(raw, at) {
    const operations = (raw as { repo?: { operations?: Operation[] } }).repo?.operations
    if (!Array.isArray(operations)) throw new TollgateError('upstream_changed', 'repo.operations is not a list')
    return operations.flatMap((operation): Value[] => {
      const kind = kinds[readText(operation.operationType)]
      const isOvernight = terms[readText(operation.term)]
      const accepted = operation.totalAmtAccepted
      if (kind === undefined || isOvernight === undefined)
        throw new TollgateError('upstream_changed', 'an operation is of an unknown kind or term')
      if (typeof accepted !== 'number') throw new TollgateError('upstream_changed', 'totalAmtAccepted is not a number')
      if (!isOvernight || isExercise(operation)) return []
      const date = toIsoDate(readText(operation.operationDate))
      return [{ id: readText(operation.operationId), kind, date, accepted_usd: accepted, vintage: at.toISOString() }]
    })
  },
})

// The desk tests its systems with operations of a few million dollars and says so in the note.
const isExercise = (operation: Operation): boolean => /small.value|exercise|test/i.test(String(operation.note ?? ''))

function readText(value: unknown): string {
  if (typeof value !== 'string') throw new TollgateError('upstream_changed', 'an operation lacks a text')
  return value
}
