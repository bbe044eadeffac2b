// The 13F data sets by hand: which filings count, what is summed and what is kept apart, splits, slips, and numbers of securities.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withScratch } from '../../../ingestors/client/scratch.ts'
import { writeArchive } from '../../../ingestors/samples/archive.ts'
import { readCusip } from '../../../ingestors/sec/cusip.ts'
import { readSecDate } from '../../../ingestors/sec/data-sets.ts'
import { matchSecurities } from '../../../ingestors/sec/securities.ts'
import { usdPerUnit } from '../../../ingestors/sec/thirteen-f.ts'
import { countedFilings, type Filing13f, mainPeriod, quarterBefore } from '../../../ingestors/sources/sec-13f/filings.ts'
import { type Manager, sumHoldings } from '../../../ingestors/sources/sec-13f/holdings.ts'
import type { HeldRow } from '../../../ingestors/sources/sec-13f/position-files.ts'
import { readSets } from '../../../ingestors/sources/sec-13f/read-sets.ts'

describe('numbers of securities', () => {
  it('are proven by their last character, whatever a spreadsheet did to them', () => {
    // Apple, Alphabet C, CoStar as they are printed on their own filings.
    for (const cusip of ['037833100', '02079K107', '22160N109']) expect(readCusip(cusip)).toBe(cusip)
    expect(['37833100', ' 02079k107 ', '037833101', '00000000', 'APPLE INC', ''].map(readCusip)).toEqual([
      '037833100',
      '02079K107',
      null,
      null,
      null,
      null,
    ])
  })
  it('find their ticker by the last day’s symbol, with or without a dash; a count of shares means an only class', () => {
    const company = (cik: string, ticker: string) => ({ cik, ticker, name: ticker })
    const companies = [
      company('1', 'BRK-B'),
      company('2', 'META'),
      company('3', 'BAC'),
      company('3', 'BAC-PB'),
      company('4', 'GOOG'),
      company('4', 'GOOGL'),
    ]
    const { byCusip, list } = matchSecurities(companies, [
      { day: '20261001', cusip: 'A', symbol: 'BRKB' },
      { day: '20261001', cusip: 'B', symbol: 'FB' },
      { day: '20261020', cusip: 'B', symbol: 'META' },
      { day: '20261019', cusip: 'C', symbol: 'META' },
      { day: '20261001', cusip: 'D', symbol: 'NOBODY' },
      { day: '20261001', cusip: 'E', symbol: 'BAC' },
    ])
    expect([...byCusip].sort()).toEqual([
      ['A', 0],
      ['B', 1],
      ['C', 1],
      ['E', 2],
    ])
    expect(list[1]!.cusips).toEqual(['B', 'C'])
    expect(list.filter(({ isOnlyShare }) => isOnlyShare).map(({ ticker }) => ticker)).toEqual(['BRK-B', 'META', 'BAC'])
  })
})

describe('filings', () => {
  const filing = (accession: string, filedAt: string, isAddition = false, cik = '1', period = '2026-06-30'): Filing13f => ({
    accession,
    cik,
    manager: 'M',
    filedAt,
    period,
    isAddition,
  })
  it('of a manager’s quarter: the last whole one holds, and what was added after it', () => {
    const counted = countedFilings([
      filing('d', '2026-08-20', true),
      filing('a', '2026-08-01'),
      filing('b', '2026-08-05', true),
      filing('c', '2026-08-10'),
      filing('x', '2026-08-02', false, '2'),
      filing('y', '2026-05-02', false, '1', '2026-03-31'),
      filing('z', '2026-08-09', true, '3'),
    ])
    expect([...counted.keys()].sort()).toEqual(['c', 'd', 'x', 'y', 'z'])
  })
  it('are of the quarter most of them are about', () => {
    expect(mainPeriod([null, filing('a', ''), filing('b', ''), filing('c', '', false, '1', '2026-03-31')])).toBe('2026-06-30')
    expect(['2026-06-30', '2026-03-31', '2025-12-31'].map(quarterBefore)).toEqual(['2026-03-31', '2025-12-31', '2025-09-30'])
    expect(readSecDate('30-JUN-2026')).toBe('2026-06-30')
    expect(() => readSecDate('31-JUN-2026')).toThrow('is not a date')
  })
  it('told thousands of dollars until 2023', () => {
    expect(['2022-12-30', '2023-01-03'].map(usdPerUnit)).toEqual([1_000, 1])
  })
})

const both = { now: true, before: true }
const manager = (n: number, reported = both): Manager => ({ cik: String(n).padStart(10, '0'), name: `M${n}`, reported })
const row = (n: number, amount: number, more: Partial<HeldRow> = {}): HeldRow => ({
  security: 0,
  manager: n,
  isBefore: false,
  kind: 'shares',
  amount,
  valueUsd: amount * 10,
  ...more,
})
const before = { isBefore: true }

describe('a security', () => {
  it('sums a manager’s rows and keeps options and debt apart', () => {
    const { now, puts, calls, principal_usd, top } = sumHoldings(
      [
        row(0, 60),
        row(0, 40),
        row(1, 50),
        row(1, 7, { kind: 'put' }),
        row(0, 9, { kind: 'call' }),
        row(1, 1_000, { kind: 'principal', valueUsd: 990 }),
        row(0, 5, { kind: 'put', ...before }),
      ],
      [manager(0), manager(1)],
    )
    expect(now).toEqual({ holders: 2, shares: 150, value_usd: 1_500 })
    expect([puts, calls, principal_usd]).toEqual([{ managers: 1, shares: 7 }, { managers: 1, shares: 9 }, 990])
    expect(top.map(({ name, shares }) => [name, shares])).toEqual([
      ['M0', 100],
      ['M1', 50],
    ])
  })
  it('counts as come and gone only who reported both times', () => {
    const managers = [
      manager(0),
      manager(1),
      manager(2),
      manager(3, { now: true, before: false }),
      manager(4, { now: false, before: true }),
    ]
    const sums = sumHoldings(
      [row(0, 100), row(0, 90, before), row(1, 30), row(2, 20, before), row(3, 500), row(4, 700, before)],
      managers,
    )
    expect(sums.opened).toMatchObject({ count: 1, largest: [{ name: 'M1', shares: 30, shares_before: 0 }] })
    expect(sums.closed).toMatchObject({ count: 1, largest: [{ name: 'M2', shares: 0, shares_before: 20 }] })
    expect(sums.matched).toEqual({ managers: 3, shares: 130, shares_before: 110 })
    expect(sums.now.holders).toBe(3)
    // The largest of all reported nothing a quarter before.
    expect(sums.top[0]).toMatchObject({ name: 'M3', shares_before: null })
  })
  it('sees a split by the many who did nothing, and undoes it', () => {
    const managers = Array.from({ length: 6 }, (_, i) => manager(i))
    const split = sumHoldings(
      managers.flatMap((_, i) => [row(i, i < 4 ? 400 : 500 + i * 37), row(i, i === 5 ? 90 : 100, before)]),
      managers,
    )
    expect(split.split_ratio).toBe(4)
    expect(split.before.shares).toBe(4 * 590)
    expect(split.top.find(({ name }) => name === 'M1')).toMatchObject({ shares: 400, shares_before: 400 })
    const merged = sumHoldings(
      managers.flatMap((_, i) => [row(i, 10), row(i, 100, before)]),
      managers,
    )
    expect(merged.split_ratio).toBeCloseTo(0.1, 12)
    const still = sumHoldings(
      managers.flatMap((_, i) => [row(i, i < 4 ? 100 : 400), row(i, 100, before)]),
      managers,
    )
    expect(still.split_ratio).toBeNull()
  })
  it('mends who wrote thousands where dollars belong, by everybody else’s price', () => {
    const managers = Array.from({ length: 6 }, (_, i) => manager(i))
    const rows = managers.map((_, i) => row(i, 100, i === 2 ? { valueUsd: 1 } : { valueUsd: 1_000 + i }))
    expect(sumHoldings(rows, managers).now.value_usd).toBe(1_000 * 6 + 0 + 1 + 3 + 4 + 5)
  })
})

const header = 'ACCESSION_NUMBER\tINFOTABLE_SK\tCUSIP\tVALUE\tSSHPRNAMT\tSSHPRNAMTTYPE\tPUTCALL\n'
const line = (accession: string, shares: number, cusip = '037833100') =>
  `${accession}\t1\t${cusip}\t${shares * 10}\t${shares}\tSH\t\n`
const set = (end: string, filings: readonly (readonly [string, string, string, string])[], rows: string) =>
  Buffer.from(
    writeArchive({
      'INFOTABLE.tsv': header + rows,
      'SUBMISSION.tsv': `ACCESSION_NUMBER\tFILING_DATE\tSUBMISSIONTYPE\tCIK\tPERIODOFREPORT\n${filings
        .map(([accession, cik, type, period]) => `${accession}\t${end}\t${type}\t${cik}\t${period}\n`)
        .join('')}`,
      'COVERPAGE.tsv': `ACCESSION_NUMBER\tISAMENDMENT\tAMENDMENTTYPE\tFILINGMANAGER_NAME\n${filings
        .map(([accession, , type]) => `${accession}\t\t${type.endsWith('/A') ? 'RESTATEMENT' : ''}\t"The ""M"" Co"\n`)
        .join('')}`,
    }),
  )

describe('two sets', () => {
  const apple = { cik: '1', ticker: 'AAPL', name: 'Apple', cusips: ['037833100'], isOnlyShare: true }
  const securities = { list: [apple], byCusip: new Map([['037833100', 0]]) }
  const [a, b, c, d] = ['0000000001-26-000001', '0000000001-26-000002', '0000000002-26-000003', '0000000001-26-000004']
  const older = set('15-MAY-2026', [[a, '1', '13F-HR', '31-MAR-2026']], line(a, 100))
  const read = (newer: Buffer) =>
    withScratch(async (folder) => {
      await writeFile(join(folder, 'n'), newer)
      await writeFile(join(folder, 'o'), older)
      return readSets([join(folder, 'n'), join(folder, 'o')], folder, securities)
    })

  it('join: a late restatement of the older quarter, found in the newer set, takes its place', async () => {
    const filings = [
      [b, '1', '13F-HR', '30-JUN-2026'],
      [c, '2', '13F-HR', '30-JUN-2026'],
      [d, '1', '13F-HR/A', '31-MAR-2026'],
    ] as const
    const many = Array.from({ length: 10_000 }, () => line(b, 1)).join('')
    const { period, before, holdings } = await read(
      set('14-AUG-2026', filings, many + line(c, 40) + line(d, 5_000) + line(c, 3, '594918104')),
    )
    expect([period, before]).toEqual(['2026-06-30', '2026-03-31'])
    expect(holdings).toHaveLength(1)
    expect(holdings[0]!.holdings).toMatchObject({
      now: { holders: 2, shares: 10_040, value_usd: 100_400 },
      before: { holders: 1, shares: 5_000 },
      matched: { managers: 1, shares: 10_000, shares_before: 5_000 },
      top: [{ cik: '0000000001', name: 'The "M" Co', shares: 10_000, shares_before: 5_000 }, { cik: '0000000002' }],
    })
  })
  it('are refused where a position belongs to no filing, or most have no number', async () => {
    const filings = [[b, '1', '13F-HR', '30-JUN-2026']] as const
    await expect(read(set('14-AUG-2026', filings, line(c, 1)))).rejects.toMatchObject({ code: 'upstream_changed' })
    await expect(read(set('14-AUG-2026', filings, line(b, 1, 'APPLE') + line(b, 1)))).rejects.toMatchObject({
      code: 'upstream_changed',
    })
    await expect(read(set('14-AUG-2026', filings, line(b, 1).replace('SH', 'XX')))).rejects.toMatchObject({
      code: 'upstream_changed',
    })
  })
})
