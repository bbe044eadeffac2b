// Written by us in the shape of EDGAR's daily indexes: a folder's listing, and a day's filings, each for its issuer and its owner.
import { defineSample } from '../../../define.ts'
import filings, { filingsAt } from '../../sec-form4/samples/sample.ts'

const dayMs = 86_400_000

export default defineSample({
  answer(url, now) {
    const [, year, quarter, file] = /^\/Archives\/edgar\/daily-index\/(\d{4})\/QTR([1-4])\/([a-z0-9.]+)$/.exec(url.pathname) ?? []
    if (url.hostname !== 'www.sec.gov') return null
    if (year === undefined) return url.pathname.endsWith('.txt') ? filings.answer(url, now) : null
    const days = finishedDays(Number(year), Number(quarter), now)
    if (file === 'index.json') {
      const item = ['form', 'master'].flatMap((kind) =>
        days.map((day) => ({ name: `${kind}.${day}.idx`, type: 'file', size: '1 KB' })),
      )
      return {
        type: 'application/json',
        body: JSON.stringify({ directory: { name: 'daily-index/', item, 'parent-dir': '../' } }),
      }
    }
    const day = /^master\.(\d{8})\.idx$/.exec(file!)?.[1]
    if (day === undefined || !days.includes(day)) return { status: 404, type: 'text/html', body: '<html>404</html>' }
    const rows = day === days.at(-1) ? rowsOf(now, day) : []
    const head = [
      'Description: Daily Index of EDGAR Dissemination Feed by CIK',
      '',
      'CIK|Company Name|Form Type|Date Filed|File Name',
      '-'.repeat(80),
    ]
    return {
      type: 'text/plain',
      body: `${[...head, `320193|Apple Inc.|424B2|${day}|edgar/data/320193/0000320193-26-000001.txt`, ...rows].join('\n')}\n`,
    }
  },
})

function finishedDays(year: number, quarter: number, now: Date): string[] {
  const days: string[] = []
  for (let time = Date.UTC(year, 3 * quarter - 3, 1); time < Date.UTC(year, 3 * quarter, 1); time += dayMs) {
    const date = new Date(time)
    if (time < now.getTime() - 36 * 3_600_000 && date.getUTCDay() % 6 !== 0)
      days.push(date.toISOString().slice(0, 10).replaceAll('-', ''))
  }
  return days
}

function rowsOf(now: Date, day: string): string[] {
  return filingsAt(now).flatMap(({ number, form, issuer, owner }) => {
    const path = `edgar/data/${Number(issuer[0])}/${number}.txt`
    return [`${Number(issuer[0])}|${issuer[1]}|${form}|${day}|${path}`, `${Number(owner[0])}|${owner[1]}|${form}|${day}|${path}`]
  })
}
