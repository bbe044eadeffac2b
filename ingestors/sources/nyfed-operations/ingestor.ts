// Polls two weeks of overnight operations; nothing taken is zero, not nothing known.
import { TollgateError } from '../../../base/errors.ts'
import { type Row, readDay, readList, readRow, readText } from '../../formats/json.ts'
import { jsonRows } from '../../shapes/tables.ts'
import { repoOperations } from './topic.ts'

const kinds: Readonly<Record<string, string>> = { Repo: 'repo', 'Reverse Repo': 'reverse_repo' }
const terms: Readonly<Record<string, boolean>> = { Overnight: true, Term: false }

export default jsonRows({
  source: 'nyfed-operations',
  topic: repoOperations,
  schedule: '20 13,18,21 * * 1-5',
  grade: 'B',
  proof: 'captured 2026-07-10',
  url: 'https://markets.newyorkfed.org/api/rp/all/all/results/lastTwoWeeks.json',
  rows: (answer) => readList(readRow(readRow(answer, 'the answer').repo, 'repo').operations, 'repo.operations'),
  row(operation) {
    const kind = kinds[readText(operation.operationType, 'operationType')]
    const isOvernight = terms[readText(operation.term, 'term')]
    const accepted = operation.totalAmtAccepted
    if (kind === undefined || isOvernight === undefined)
      throw new TollgateError('upstream_changed', 'an operation is of an unknown kind or term')
    if (typeof accepted !== 'number') throw new TollgateError('upstream_changed', 'totalAmtAccepted is not a number')
    if (!isOvernight || isExercise(operation)) return null
    const date = readDay(operation.operationDate, 'operationDate')
    return { id: readText(operation.operationId, 'operationId'), kind, date, accepted_usd: accepted }
  },
})

// The desk tests its systems with operations of a few million dollars and says so in the note.
const isExercise = (operation: Row): boolean => /small.value|exercise|test/i.test(String(operation.note ?? ''))
