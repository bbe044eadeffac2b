// What is asked of the lease register and for it: sources by the names their hosts know, days of sales, and names that no lease has.
import { expect, test } from 'vitest'
import boem from '../../../ingestors/sources/boem-leases/ingestor.ts'
import notices from '../../../ingestors/sources/lease-notices/ingestor.ts'
import { refuseUnheld, select } from '../../../processors/services/lease/asked.ts'
import { tellAuctions, tellExpiring } from '../../../processors/services/lease/register.ts'
import { noticedSale } from '../../../processors/services/lease/sales.ts'
import { held, register } from '../../support/leases.ts'

const now = new Date('2026-11-18T00:00:00Z')

test('comments taken until a day, a plan of a day and a meeting date no sale; a proposed notice that speaks of the final one stays proposed', () => {
  const notice = {
    title: 'Gulf of America Outer Continental Shelf Oil and Gas Lease Sale BBG5; Proposed Notice of Sale',
    abstract:
      'Comments on the size, timing and location must be received by December 21, 2026. The Final Notice of Sale will be published at least 30 days prior to the date of bid opening. Bid opening is currently scheduled for 9:00 a.m. on March 10, 2027.',
    agencies: ['interior-department', 'ocean-energy-management-bureau'],
    published: '2026-10-22',
    url: 'u',
  }
  expect(noticedSale(notice)).toMatchObject({ date: '2027-03-10', status: 'proposed', region: 'GULF' })
  const [comments] = notice.abstract.split('. ')
  expect(noticedSale({ ...notice, abstract: `${comments}.` })).toBeNull()
  expect(noticedSale({ ...notice, abstract: 'BLM will host public meetings on December 2, 2026.' })).toBeNull()
  expect(
    noticedSale({
      ...notice,
      title: 'Gulf of America Outer Continental Shelf Oil and Gas Lease Sale BBG5',
      abstract:
        'On Wednesday, March 10, 2027, BOEM will open and publicly announce bids received for blocks offered in the sale.',
    }),
  ).toMatchObject({ date: '2027-03-10', status: 'final' })
})

test('what an offshore sale leased is not told by its day: null, and not none', () => {
  const sale = {
    title: 'Gulf of America Lease Sale BBG4',
    abstract: 'BOEM will open bids on August 12, 2026.',
    agencies: ['ocean-energy-management-bureau'],
    published: '2026-07-10',
    url: 'u',
  }
  const { recent } = tellAuctions(register([], { notices: [sale] }), {}, now)
  expect(recent).toMatchObject([{ date: '2026-08-12', leases_issued: null, acres_leased: null }])
})

test('both agencies are asked for by the names that the register itself gives them in its answers', async () => {
  const asked: URL[] = []
  const json = async (url: string) => {
    asked.push(new URL(url))
    return { count: 0 }
  }
  await notices.fetch({ http: { json }, at: now, since: null, signal: AbortSignal.timeout(1_000) } as never)
  // As in a recorded answer of 2026-08: slug "land-management-bureau"; "bureau-of-land-management" is no agency there.
  expect(asked.flatMap((url) => url.searchParams.getAll('conditions[agencies][]'))).toEqual([
    'land-management-bureau',
    'ocean-energy-management-bureau',
  ])
})

test('the tape is the archive of the lease data, not of the list beside it, whose lines are shorter', async () => {
  const asked: string[] = []
  const download = async (url: string) => {
    asked.push(url)
    throw new Error('asked')
  }
  await expect(boem.fetch({ http: { download }, signal: AbortSignal.timeout(1_000) } as never)).rejects.toThrow('asked')
  expect(asked[0]).toBe('https://www.data.boem.gov/Leasing/Files/lsetapefixed.zip')
})

test('an area, a lessee or a number that no lease in force has is refused before a price, with the nearest that one has', () => {
  const known = register([
    held({ id: 'G36000', state: 'GULF', area: 'MC 252', owners: [{ name: 'Example Offshore, LLC', pct: 100 }] }),
    held({ id: 'G36003', state: 'GULF', area: 'MC 25', owners: [{ name: 'Gulf Specimen Energy', pct: 100 }] }),
  ])
  const refuse = (asked: object) => () => refuseUnheld(known, asked, now)
  expect(refuse({ operator: 'Exampel Offshore' })).toThrow(
    expect.objectContaining({ code: 'input_unusable', suggestions: expect.arrayContaining(['Example Offshore, LLC']) }),
  )
  expect(refuse({ operator: '&&' })).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(refuse({ area: 'GC' })).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(refuse({ lease_number: 'G99999' })).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(refuse({ state: 'WY', area: 'MC 252' })).toThrow('state')
  // Written as people write them.
  expect(select(known.leases, { area: 'mc25' }).map(({ id }) => id)).toEqual(['G36003'])
  expect(select(known.leases, { area: 'MC' })).toHaveLength(2)
  expect(select(known.leases, { lease_number: 'g 36000' }).map(({ id }) => id)).toEqual(['G36000'])
  expect(select(known.leases, { operator: 'example offshore llc' })).toHaveLength(1)
  // A register that was not read knows of nothing that it is unknown.
  expect(() => refuseUnheld(register([]), { operator: 'Nobody' }, now)).not.toThrow()
})

test('who asks for one lease is told when it ends, whenever that is', () => {
  const late = register([held({ id: 'G36000', expires: '2034-05-01' }), held({})])
  const told = tellExpiring(late, { lease_number: 'G36000' }, now)
  expect(told.totals.leases).toBe(0)
  expect(told.items).toMatchObject([{ lease_id: 'G36000', expires: '2034-05-01' }])
  // Those that production holds are told to who asks for them.
  const held_ = register([held({ producing: true })])
  expect(tellExpiring(held_, { status: 'producing' }, now).totals.leases).toBe(1)
})
