// Downloads the lease tape and the table of owners, and keeps the leases in force with who holds them now. Proof: documented, by BOEM's own
// field definitions; no recorded row is at hand.
import { TollgateError } from '../../../base/errors.ts'
import { readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { parseCsv, toIsoDate, toNumber } from '../../formats/csv.ts'
import { fetchMember } from '../../shapes/archive-member.ts'
import { holdBackShrunkenRegister, type Lease, type LeaseShelf, shelveLeases } from '../../shapes/lease-register.ts'
import { readTapeLine, tapeWidth } from './layout.ts'
import { boemLeases } from './topic.ts'

interface Files {
  readonly tape: string
  readonly owners: string
}

const base = 'https://www.data.boem.gov/Leasing/Files'
const mostBytes = 200 * 1024 * 1024
const large = { mostBytes, request: { maxBytes: mostBytes, timeoutMs: 120_000 } }
// In their first term, held by production, by a unit, by operations or by a suspension.
const inForce: Readonly<Record<string, boolean>> = {
  PRIMRY: false,
  PROD: true,
  UNIT: true,
  OPERNS: false,
  DSO: false,
  SOP: false,
  SOO: false,
}
const regions: Readonly<Record<string, Lease['state']>> = { G: 'GULF', P: 'PACIFIC', Y: 'ALASKA_OCS', A: 'ATLANTIC' }

export default defineIngestor<LeaseShelf, Files>({
  source: 'boem-leases',
  topic: boemLeases,
  schedule: '30 5 * * 1',
  grade: 'A',
  proof: 'documented',
  holdBack: holdBackShrunkenRegister,
  fetch: async (context) => ({
    tape: await fetchMember({ url: `${base}/lsetapefixed.zip`, name: 'LSETAPE.DAT', ...large }, context),
    owners: await fetchMember({ url: `${base}/LeaseOwnerRawData.zip`, name: 'mv_lease_owners_main.txt', ...large }, context),
  }),
  parse({ tape, owners }, at, setAside) {
    const held = readOwners(owners)
    const lines = tape
      .split('\n')
      .map((line) => line.replace(/\r$/, ''))
      .filter((line) => line.trim() !== '')
    const leases = readEach(
      lines,
      (line) => readLease(line, held),
      setAside,
      (line) => line,
    )
    if (leases.length === 0) throw new TollgateError('upstream_changed', 'the tape has no lease in force')
    return shelveLeases('boem_oil_gas', leases, at)
  },
})

function readOwners(text: string): ReadonlyMap<string, Lease['owners']> {
  const rows = parseCsv(text, ['LEASE_NUMBER', 'BUS_ASC_NAME', 'ASGN_STATUS_CODE', 'ASSIGNMENT_PCT'])
  const held = new Map<string, Map<string, number>>()
  for (const row of rows) {
    const [number, name, share] = [row.LEASE_NUMBER ?? '', row.BUS_ASC_NAME ?? '', toNumber(row.ASSIGNMENT_PCT)]
    if (row.ASGN_STATUS_CODE !== 'C' || name === '' || share === null || share <= 0 || share > 100) continue
    // A lease may be held apart by depth; its largest share is told.
    const own = held.get(number) ?? new Map<string, number>()
    held.set(number, own.set(name, Math.max(share, own.get(name) ?? 0)))
  }
  return new Map(
    [...held].map(([number, own]) => [
      number,
      [...own].map(([name, pct]) => ({ name, pct })).sort((a, b) => b.pct - a.pct || (a.name < b.name ? -1 : 1)),
    ]),
  )
}

function readLease(line: string, held: ReadonlyMap<string, Lease['owners']>): Lease[] {
  if (line.length < tapeWidth) throw new TollgateError('upstream_changed', 'the line is too short')
  const row = readTapeLine(line)
  const state = regions[row.number!.slice(0, 1)] ?? 'GULF'
  if (!/^[A-Z]?\d{4,6}$/.test(row.number!)) throw new TollgateError('upstream_changed', `${row.number!.slice(0, 20)} is no lease`)
  const producing = inForce[row.status!]
  if (producing === undefined) return []
  const expires = dayOf(row.expected_expiration!) ?? dayOf(row.expiration!)
  return [
    {
      id: row.number!,
      state,
      area: `${row.area_code} ${row.block}`.trim() || null,
      product: 'OCS oil and gas lease',
      acres: toNumber(row.current_area) ?? toNumber(row.initial_area),
      effective: dayOf(row.effective!),
      expires,
      producing,
      status: row.status!,
      sale: row.sale || null,
      bonus_usd: toNumber(row.bid_amount),
      royalty_pct: toNumber(row.royalty_rate),
      owners: [...(held.get(row.number!) ?? [])],
    },
  ]
}

const dayOf = (text: string): string | null =>
  /^0*$/.test(text) ? null : toIsoDate(text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'))
