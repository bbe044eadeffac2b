// The reports among a company's newest filings: columns of equal length.
import { TollgateError } from '../../../base/errors.ts'
import { readOrSetAside, type SetAside } from '../../aside.ts'
import { readDay, readList, readRow, readText } from '../../formats/json.ts'
import type { Company } from './topic.ts'

const forms = new Set(['10-K', '10-K/A', '10-Q', '10-Q/A', '20-F', '40-F', '6-K', '8-K'])
const daysKept = 800
const dayMs = 86_400_000

export function readFilings(filings: unknown, at: Date, setAside?: SetAside): Company['filings'] {
  const recent = readRow(readRow(filings, 'filings').recent, 'filings.recent')
  const column = (name: string) => readList(recent[name], name)
  const [form, filed, period] = [column('form'), column('filingDate'), column('reportDate')]
  if ([filed, period].some((one) => one.length !== form.length))
    throw new TollgateError('upstream_changed', 'the columns of filings differ in length')
  const from = new Date(at.getTime() - daysKept * dayMs).toISOString().slice(0, 10)
  const readFiling = (i: number) => {
    const name = readText(form[i], 'form')
    const day = readDay(filed[i], 'filingDate')
    if (!forms.has(name) || day < from) return []
    const of = period[i]
    return [{ form: name, filed: day, period: of === '' || of === null ? null : readDay(of, 'reportDate') }]
  }
  return form.flatMap((kind, i) => {
    const what = () => `filing ${i + 1}: ${JSON.stringify([kind, filed[i], period[i]])}`
    return readOrSetAside(what, () => readFiling(i), setAside) ?? []
  })
}
