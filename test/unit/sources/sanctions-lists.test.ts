// The lists themselves: the UN's XML, the EU's rows, wallets of every chain OFAC names, and what a week's additions are worth.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { base58, base58xmr, base58xrp, bech32, bech32m } from '@scure/base'
import { getAddress, keccak256 } from 'viem'
import { describe, expect, it, test } from 'vitest'
import { createReader } from '../../../ingestors/formats/list-reader.ts'
import { readRows } from '../../../ingestors/formats/list-rows.ts'
import eu from '../../../ingestors/sources/eu-sanctions/ingestor.ts'
import ofac, { readList } from '../../../ingestors/sources/ofac-sanctions/ingestor.ts'
import type { Shelf } from '../../../ingestors/sources/ofac-sanctions/topic.ts'
import un from '../../../ingestors/sources/un-sanctions/ingestor.ts'
import { takeScreen } from '../../../processors/services/sanctions/inputs.ts'
import { buildIndex, screen } from '../../../processors/services/sanctions/match.ts'
import service, { wholeLists } from '../../../processors/services/sanctions/service.ts'
import { pulseOf } from '../../../processors/services/sanctions/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-20T18:30:00Z')
const all = new Set(['ofac_sdn', 'ofac_cons', 'us_csl', 'un', 'eu', 'uk'])

describe("the UN's and the EU's samples", async () => {
  const facts = [
    ...toFacts(un.topic, await pollSample(un, now)),
    ...toFacts(eu.topic, await pollSample(eu, now)),
  ] as unknown as Parameters<typeof wholeLists>[0]
  const lists = wholeLists(facts)
  const entry = (id: string) => lists.flatMap((list) => list.entries).find((one) => one.id === id)
  const index = buildIndex(lists.flatMap((list) => list.entries))
  const ask = (name: string, more: object = {}) => screen(index, { name, lists: all, ...more })[0]!

  it('puts the parts of a name together and takes a birth as a year or as every year of a span', () => {
    expect(lists.map(({ id, entries, publishedAt }) => [id, entries.length, publishedAt])).toEqual([
      ['un', 3, '2026-11-20T00:00:09.554Z'],
      ['eu', 2, '2026-11-20T00:00:00.000Z'],
    ])
    expect(entry('ZZi.001')).toMatchObject({
      kind: 'person',
      name: 'OMARO TESTIBALD BELLAVISTAN',
      aliases: [
        { name: 'OMARO BELAVISTAN', weak: false },
        { name: 'The Sampler', weak: true },
      ],
      birth_years: [1971],
      ids: ['ZZ7654321'],
      countries: ['Nowhere'],
      listed_on: '2012-12-31',
    })
    expect(entry('ZZi.002')).toMatchObject({ birth_years: [1960, 1961, 1962], aliases: [], ids: [] })
    expect(entry('ZZe.001')).toMatchObject({ kind: 'entity', programs: ['Sampleland'] })
  })
  it("makes one designation of the EU's rows", () => {
    expect(entry('EU.99001.1')).toMatchObject({
      kind: 'person',
      name: 'Jaromir Attrapov',
      aliases: [{ name: 'Jaromir Attrapoff' }],
      birth_years: [1968],
      countries: ['RUSSIAN FEDERATION'],
      ids: ['EE7654321'],
      listed_on: '2022-02-25',
    })
    expect(entry('EU.99002.7')).toMatchObject({ kind: 'entity', name: 'Bank "Beispiel" PJSC; branch', listed_on: null })
  })
  it('finds first and last name where the list puts the last name last', () => {
    const hit = ask('Omaro Bellavistan')
    expect(hit.entry.id).toBe('ZZi.001')
    expect(hit.score).toBeGreaterThanOrEqual(0.86)
  })
  it('raises a hit of the same country and lowers one of another', () => {
    const [plain, same, other] = [{}, { country: 'RW' }, { country: 'DE' }].map((more) => ask('Fiktivos Modlmann', more))
    expect(same!.score - plain!.score).toBeCloseTo(0.02, 10)
    expect(plain!.score - other!.score).toBeCloseTo(0.03, 10)
    expect(other!.why.adjustments).toEqual(['other country -0.03'])
    expect(takeScreen.read({ name: 'Ann', country: 'Rwanda' }, now)).toMatchObject({ country: 'RW' })
  })
  it('counts what was added, and which programme added it', () => {
    const [draft] = draftsOf(service, facts, 'lists')
    expect(draft!.body).toMatchObject({
      signal: { label: 'pulse', score: 0 },
      counts: { records: 5, lists_loaded: 2, lists_known: 6, added_7d: 0 },
      newest_programs: [],
    })
    const later = facts.map((fact) => ({
      ...fact,
      value: {
        ...fact.value,
        designations: fact.value.designations.map((one) => ({
          ...one,
          listed_on: one.id === 'ZZi.002' ? '2026-11-18' : one.listed_on,
        })),
      },
    }))
    const [pulse] = draftsOf(service, later as never, 'lists')
    expect(pulse!.body).toMatchObject({
      signal: { score: 100 },
      counts: { added_7d: 1, added_30d: 1 },
      newest_programs: [{ list: 'un', program: 'Al-Sample', added_30d: 1 }],
    })
  })
})

test.each([
  ['Abu "Ali" the "Elder"', 'Abu "Ali" the "Elder"'],
  ['"Abu" Ali', 'Abu" Ali'],
  ['Abu "Ali', 'Abu "Ali'],
  ['"Abu; Ali"', 'Abu; Ali'],
])('a name with bare quotes costs neither itself nor its list: %s', (written, read) => {
  const aside: string[] = []
  const reader = createReader((what) => aside.push(what))
  const text = `day;id;name;note\n05/08/2026;1;Plain;x\n05/08/2026;2;${written};y\n05/08/2026;3;Also;z\n`
  const rows = readRows(text, reader, { start: /^\d{2}\/\d{2}\/\d{4};/, delimiter: ';', needed: ['name'] })
  expect(rows.map((row) => row.name)).toEqual(['Plain', read, 'Also'])
  expect(rows[1]).toMatchObject({ id: '2', note: 'y' })
  expect(aside).toEqual([])
})

test.each(['id,name\n1,Plain\n2,"', 'id,name\n1,Plain\n2,"Abu, Al'])('a file that ends within quotes is cut off: %j', (text) => {
  const read = (whole: string) => readRows(whole, createReader(), { start: /^\d+,/, needed: ['name'] })
  expect(() => read(text)).toThrow('cut off in the middle of a row')
  // With an end of its own it is a row with a bare quote.
  expect(read(`${text}\n`).at(0)).toEqual({ id: '1', name: 'Plain' })
})

test('a week stands among two years of weeks, equal ones half', () => {
  const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10)
  expect(pulseOf([], now)).toBe(0)
  expect(pulseOf([day(1)], now)).toBe(100)
  // 103 weeks before this one: 101 without any, one with as many, one with more.
  expect(pulseOf([day(1), day(2), day(8), day(9), day(15), day(16), day(17)], now)).toBeCloseTo((100 * 101.5) / 103, 10)
})

describe('wallets', () => {
  // Of nobody: the same byte over and over, with each kind's own checksum.
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
  const check58 = (start: readonly number[], fill: number, length = 20) => {
    const bytes = Buffer.from([...start, ...Array<number>(length).fill(fill)])
    return Buffer.concat([bytes, sha256(sha256(bytes)).subarray(0, 4)])
  }
  const address = (start: number, fill: number) => base58.encode(check58([start], fill))
  const monero = Buffer.from([18, ...Array<number>(64).fill(7)])
  const hex = getAddress(`0x${'ab'.repeat(20)}`)
  const wallets: Readonly<Record<string, string>> = {
    XBT: address(0, 1),
    'XBT behind a script': address(5, 1),
    ETH: hex,
    XMR: base58xmr.encode(Buffer.concat([monero, Buffer.from(keccak256(monero).slice(2, 10), 'hex')])),
    LTC: address(48, 2),
    ZEC: base58.encode(check58([28, 184], 3)),
    DASH: address(76, 4),
    ETC: getAddress(`0x${'cd'.repeat(20)}`),
    BCH: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    USDT: address(65, 5),
    XRP: base58xrp.encode(check58([0], 6)),
    SOL: base58.encode(Buffer.alloc(32, 9)),
    SEGWIT: bech32.encode('bc', [0, ...bech32.toWords(Buffer.alloc(20, 7))]),
    TAPROOT: bech32m.encode('bc', [1, ...bech32m.toWords(Buffer.alloc(32, 7))]),
  }
  const remarks = Object.entries(wallets).map(
    ([symbol, wallet]) => `Digital Currency Address - ${symbol.split(' ')[0]} ${wallet}`,
  )
  const [listed] = readList({
    primary: `90009,"SAMPLE, Wallets","individual","CYBER2",${Array(7).fill('-0- ').join(',')},"DOB 1980; ${remarks.join('; alt. ')}; bc1qsample"`,
    aliases: '',
    addresses: '',
    comments: '',
  })
  const index = buildIndex([{ ...listed!, list: 'ofac_sdn' }])

  it.each(Object.entries(wallets))('of %s are read, asked for and found', (_symbol, wallet) => {
    expect(listed!.wallets).toContain(wallet)
    const asked = takeScreen.read({ address: wallet }, now)
    expect(screen(index, { wallet: asked.address!, lists: all })).toMatchObject([{ score: 1, why: { basis: 'wallet' } }])
  })
  it('an address of 39 digits, as OFAC once printed one, costs itself and is told; its entry and the next stay', () => {
    const row = (id: number, wallet: string) =>
      `${id},"SAMPLE, Wallets ${id}","individual","CYBER2",${Array(7).fill('-0- ').join(',')},"DOB 1980; Digital Currency Address - ETH ${wallet}"`
    const raw = {
      primary: [row(90_010, hex.slice(0, -1)), row(90_011, hex)].join('\n'),
      aliases: '',
      addresses: '',
      comments: '',
    }
    const shelves = ofac.parse([{ list: 'ofac_sdn', files: raw }], now) as unknown as Shelf[]
    expect(shelves.flatMap(({ designations }) => designations).map((one) => [one.id, one.wallets])).toEqual([
      ['90010', []],
      ['90011', [hex]],
    ])
    expect(shelves[0]!.set_aside).toMatchObject({ entries: 0, identifiers: 1 })
  })
  it('are the same in any case only where case means nothing', () => {
    const found = (wallet: string) => screen(index, { wallet, lists: all }).length
    expect(found(hex.toLowerCase())).toBe(1)
    expect(found(wallets.BCH!.slice('bitcoincash:'.length))).toBe(1)
    expect(found(wallets.XBT!.toLowerCase())).toBe(0)
  })
  it.each([
    ['an EIP-55 checksum', hex.replace('a', 'A').replace('B', 'b')],
    ['base58 in small letters', address(0, 1).toLowerCase()],
    ['a bech32 letter', `${wallets.SEGWIT!.slice(0, -1)}${wallets.SEGWIT!.endsWith('q') ? 'p' : 'q'}`],
    ['a CashAddr letter', wallets.BCH!.replace('qpm2', 'qpm3')],
  ])('with %s wrong are refused, not cleared', (_what, wrong) => {
    expect(() => takeScreen.read({ address: wrong }, now)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  })
  it.each([
    `ethereum:${hex}`,
    `ethereum:pay-${hex}@1?value=1`,
    `eip155:1:${hex}`,
    hex.toLowerCase().slice(2),
    `0X${hex.slice(2).toUpperCase()}`,
    `https://etherscan.io/address/${hex}#code`,
    `xdc${hex.slice(2).toLowerCase()}`,
    `bitcoin:${wallets.XBT}?amount=1`,
    `bip122:000000000019d6689c085ae165831e93:${wallets.XBT}`,
    wallets.SEGWIT!.toUpperCase(),
    `41${'05'.repeat(20)}`,
  ])('are found as %s too', (written) => {
    const asked = takeScreen.read({ address: written }, now)
    expect(screen(index, { wallet: asked.address!, lists: all })).toMatchObject([{ score: 1 }])
  })
  it('are found when sent as a name or a number', () => {
    expect(screen(index, { name: hex, lists: all })[0]).toMatchObject({ score: 1, why: { basis: 'wallet' } })
    expect(screen(index, { id: wallets.USDT!, lists: all })[0]).toMatchObject({ score: 1, why: { basis: 'wallet' } })
  })
})

const capture = `${process.env.UPSTREAM_SAMPLES ?? ''}/samples/world/sanctions-un-consolidated.xml`
test.skipIf(!existsSync(capture))("the UN's real file", () => {
  const shelved = un.parse(readFileSync(capture, 'utf8'), now)
  const list = shelved.flatMap((one) => one.designations)
  expect(shelved[0]!.published_at).toBe('2026-02-27T00:00:09.554Z')
  expect(list.filter((one) => one.kind === 'entity')).toHaveLength(2)
  expect(list.find((one) => one.id === 'CDi.001')).toMatchObject({
    name: ['ERIC', 'BADEGE'],
    birth_years: [1971],
    countries: ['Democratic Republic of the Congo', 'Rwanda'],
    programs: ['DRC'],
    listed_on: '2012-12-31',
    aliases: [],
  })
  expect(list.find((one) => one.id === 'CDi.002')!.aliases.map((alias) => alias.name)).toContain('AIGLE BLANC')
})
