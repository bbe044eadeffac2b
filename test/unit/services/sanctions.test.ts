// Screening: names against published likenesses, wallets exact, no clean bill with a list missing, and OFAC's and the UK's real files.
import { existsSync, readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import ofac, { readList } from '../../../ingestors/sources/ofac-sanctions/ingestor.ts'
import uk from '../../../ingestors/sources/uk-sanctions/ingestor.ts'
import un from '../../../ingestors/sources/un-sanctions/ingestor.ts'
import csl from '../../../ingestors/sources/us-screening/ingestor.ts'
import { answerScreen } from '../../../processors/services/sanctions/answer.ts'
import { takeScreen } from '../../../processors/services/sanctions/inputs.ts'
import { buildIndex, type Entry, screen } from '../../../processors/services/sanctions/match.ts'
import type { ListsBody } from '../../../processors/services/sanctions/schema.ts'
import service, { wholeLists } from '../../../processors/services/sanctions/service.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-20T18:30:00Z')

describe('the service on its samples', async () => {
  const polled = await Promise.all([ofac, uk, csl, un].map(async (one) => toFacts(one.topic, await pollSample(one, now))))
  const facts = polled.flat()
  const [draft] = draftsOf(service, facts, 'lists')
  const body = draft!.body as unknown as ListsBody
  const { lookup } = service.routes[0]!
  const index = await lookup!.build(facts)
  type Answer = {
    signal: { label: string; confidence: number }
    decision: string
    gaps: string[]
    hits: { score: number; name: string; list: string; why: { basis: string } }[]
  }
  const ask = (input: object, at = now) => lookup!.answer(index, body, input, at).body as Answer
  const check = Compile({
    ...service.routes[0]!.output,
    properties: { ...service.routes[0]!.output.properties, meta: { type: 'object' } },
  })
  const complete: ListsBody = {
    ...body,
    lists: ['ofac_sdn', 'ofac_cons', 'us_csl', 'un', 'eu', 'uk'].map((id) => ({
      id,
      records: 1,
      published_at: null,
      loaded_at: now.toISOString(),
      age_hours: 0,
      added_7d: null,
      added_30d: null,
      set_aside: { entries: 0, names: 0, identifiers: 0, details: 0 },
    })),
  }

  it('tells the lists when nothing is asked', () => {
    expect([...check.Errors({ ...body, meta: {} })]).toEqual([])
    expect(body.lists.map((list) => [list.id, list.records])).toEqual([
      ['ofac_sdn', 3],
      ['ofac_cons', 1],
      ['us_csl', 1],
      ['un', 3],
      ['uk', 2],
    ])
    expect(body).toMatchObject({ mode: 'list_pulse', gaps: ['eu is not loaded'], counts: { records: 10, lists_loaded: 5 } })
    // OFAC's files date nothing; nobody was added to the others of late.
    expect(body.lists.map((list) => list.added_30d)).toEqual([null, null, 0, 0, 0])
    expect(body.signal.summary).toContain('0 added in 7 days and 0 in 30 on the 3 that date their entries;')
    expect((ask({}, new Date(now.getTime() + 3 * 3_600_000)) as unknown as ListsBody).lists[0]!.age_hours).toBe(3)
    expect(body.lists.find((list) => list.id === 'uk')!.published_at).toBe('2026-11-20T00:00:00.000Z')
  })
  it.each([
    ['ZAMPANOV, Borislav Testovich', 'match'],
    ['borislav testovich zampanov', 'match'],
    ['Borislav Testovich Zampano', 'match'],
    ['Boris Zampanoff', 'match'],
    ['Quextron Trade Center LLC', 'match'],
    ['Ivan Testovich Musterkov', 'match'],
    ['Мустерков', 'possible|probable|match'],
    ['Gizmotronix Trading', 'match'],
  ])('finds %s', (name, label) => {
    const answer = ask({ name })
    expect([...check.Errors({ ...answer, meta: {} })]).toEqual([])
    expect(answer.signal.label).toMatch(new RegExp(`^(${label})$`))
    expect(answer.decision).toMatch(/block|review/)
  })
  it('finds first and last name of a person with a middle name, and a misspelt first letter', () => {
    expect(ask({ name: 'Borislav Zampanov' }).hits[0]).toMatchObject({ name: 'ZAMPANOV, Borislav Testovich' })
    expect(ask({ name: 'Vorislav Testovich Zampanov' }).hits[0]).toMatchObject({ name: 'ZAMPANOV, Borislav Testovich' })
  })
  it('matches wallets exactly, hex in any case, also one broken off between two files', () => {
    const wallet = '0x0000000000000000000000000000000000DEAD01'
    expect(ask({ address: wallet })).toMatchObject({
      signal: { label: 'match' },
      decision: 'block',
      hits: [{ score: 1, why: { basis: 'wallet' } }],
    })
    expect(ask({ address: '0x0000000000000000000000000000000000dead02' }).hits).toEqual([])
    expect(ask({ id: 'P0017003' }).signal.label).toBe('match')
  })
  it('gives nobody a clean bill while a list is missing, old or in another script', () => {
    const clean = { name: 'Wilhelmina Unlistedperson' }
    expect(ask(clean)).toMatchObject({ signal: { label: 'clear_partial' }, decision: 'review', hits: [] })
    expect(ask({ ...clean, lists: 'ofac_sdn,uk' })).toMatchObject({ signal: { label: 'clear' }, decision: 'pass', gaps: [] })
    expect(ask({ ...clean, lists: 'ofac_sdn' }, new Date(now.getTime() + 49 * 3_600_000)).signal.label).toBe('clear_partial')
    expect(answerScreen(index, complete, clean, now)).toMatchObject({ signal: { label: 'clear' } })
    // Cyrillic has one letter for a sound; Arabic does not write vowels.
    expect(answerScreen(index, complete, { name: 'Неизвестный Человек' }, now)).toMatchObject({ signal: { label: 'clear' } })
    expect(answerScreen(index, complete, { name: 'شخص غير معروف' }, now)).toMatchObject({
      signal: { label: 'clear_partial', confidence: 0.5 },
      decision: 'review',
    })
  })
  it('clears nobody by one word of a listed name, a surname or with its particle; a firm or a word that nobody bears is as ever', () => {
    const label = (name: string) => answerScreen(index, complete, { name }, now) as Answer
    for (const name of ['Zampanov', 'ZAMPANOV', 'von Zampanov']) {
      expect(label(name)).toMatchObject({ signal: { label: 'clear_partial', confidence: 0.5 }, decision: 'review', hits: [] })
      expect(label(name).gaps).toEqual([
        expect.stringMatching(/is one word of listed names \(.*Zampanov.*\): ask with the whole name/i),
      ])
    }
    for (const name of ['Unlistedperson', 'Zampanov Inc', 'Wilhelmina Unlistedperson'])
      expect(label(name)).toMatchObject({ signal: { label: 'clear' }, decision: 'pass', gaps: [] })
  })
  it('says clear only where every list was read whole, lately, and published lately', () => {
    const clean = { name: 'Wilhelmina Unlistedperson' }
    const withList = (change: Partial<ListsBody['lists'][number]>) => ({
      ...complete,
      lists: complete.lists.map((list) => (list.id === 'un' ? { ...list, ...change } : list)),
    })
    const none = { entries: 0, names: 0, identifiers: 0, details: 0 }
    const labelOf = (change: object, input: object = clean) => answerScreen(index, withList(change), input, now) as Answer
    expect(labelOf({}).signal.label).toBe('clear')
    // A date that cannot be read keeps nobody from being found.
    expect(labelOf({ set_aside: { ...none, details: 10 } }).signal.label).toBe('clear')
    const unread = labelOf({ set_aside: { ...none, entries: 1 } })
    expect(unread).toMatchObject({ decision: 'review', gaps: ['of un 1 entries could not be read'] })
    expect(unread.signal.confidence).toBeLessThanOrEqual(0.5)
    expect(labelOf({ set_aside: { ...none, names: 2 } }).signal.label).toBe('clear_partial')
    // A wallet that could not be read says nothing of names.
    const wallet = { ...none, identifiers: 1 }
    expect(labelOf({ set_aside: wallet }).signal.label).toBe('clear')
    expect(labelOf({ set_aside: wallet }, { address: '0x0000000000000000000000000000000000dead02' }).signal.label).toBe(
      'clear_partial',
    )
    expect(labelOf({ published_at: '2026-10-01T00:00:00.000Z' }).gaps).toEqual(['un was published 50 days ago'])
    expect(labelOf({ loaded_at: null }).gaps).toEqual(['un is not loaded'])
  })
  it('finds nobody by a misprinted number, and says so', () => {
    expect(ask({ id: 'IMO 9000003' }).gaps).toEqual(['eu is not loaded'])
    const wrong = answerScreen(index, complete, { id: 'IMO 9187628' }, now) as Answer
    expect(wrong).toMatchObject({ signal: { label: 'clear_partial' }, decision: 'review' })
    expect(wrong.gaps[0]).toMatch(/IMO 9187628 has a wrong check digit/)
    for (const id of ['IMO 9000001', '9000001', 'imo: 9000001', 'IMO no. 9000001', 'IMO-9000001'])
      expect(ask({ id }).hits[0], id).toMatchObject({ name: 'SAMPLE STAR', score: 1 })
    for (const id of ['P0017003', 'Passport P0017003', 'passport no. p 0017003', 'P-0017003'])
      expect(ask({ id }).signal.label, id).toBe('match')
    expect(() => takeScreen.read({ id: 'a' }, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
    for (const dob of ['1850-13-01', '1970-02-30', '1970-00-10'])
      expect(() => takeScreen.read({ name: 'John Smith', dob }, now)).toThrow(/^dob must be a year or a date/)
    expect(takeScreen.read({ name: 'John Smith', dob: '1972-02-29' }, now)).toMatchObject({ dob: '1972-02-29' })
    const today = now.toISOString().slice(0, 10)
    for (const dob of [today, today.slice(0, 4), `${Number(today.slice(0, 4)) - 120}-01-01`])
      expect(takeScreen.read({ name: 'John Smith', dob }, now)).toMatchObject({ dob })
    for (const dob of ['9999-12-31', '2063', '1900', '0001-01-01', `${today.slice(0, 4)}-12-31`])
      expect(() => takeScreen.read({ name: 'John Smith', dob }, now), dob).toThrow(/^dob: .* leave it out where it is not known/)
  })
  it.each([
    ['General Borislav Zampanov', 'ZAMPANOV, Borislav Testovich'],
    ['Borislav Xavier Testovich Zampanov', 'ZAMPANOV, Borislav Testovich'],
    ['B. Zampanov', 'ZAMPANOV, Borislav Testovich'],
    ['Zampanov B T', 'ZAMPANOV, Borislav Testovich'],
    ['Борислав Зампанов', 'ZAMPANOV, Borislav Testovich'],
    ['Borislaw Sampanow', 'ZAMPANOV, Borislav Testovich'],
    ['Bоrislаv Zаmpаnоv', 'ZAMPANOV, Borislav Testovich'],
    ['Bo\u200brislav Zam\u00adpanov', 'ZAMPANOV, Borislav Testovich'],
    ['Quextron Petrochemical Company (Hamburg Branch)', 'QUEXTRON PETROCHEMICAL COMPANY'],
    ['Specimen Relief Foundation, Geneva Office', 'SPECIMEN RELIEF FOUNDATION'],
  ])('finds %s', (name, listed) => {
    expect(ask({ name }).hits.map((hit) => hit.name)).toContain(listed)
  })
  it.each([
    'Boris Petrov',
    'Maria Garcia',
    'Petrochemical Trading Company',
    'Relief Foundation of Geneva',
    'Zampini Borghese',
    'Hamburg Branch Ltd',
  ])('does not take %s for anybody', (name) => {
    expect(ask({ name }).hits).toEqual([])
  })
  it('refuses what cannot be screened', () => {
    const ask = (given: Record<string, unknown>) => takeScreen.read(given, now)
    expect(ask({ q: 'Ann', lists: 'UN, eu' })).toEqual({ name: 'Ann', lists: 'eu,un' })
    expect(() => ask({ name: '??' })).toThrow(expect.objectContaining({ code: 'input_unusable' }))
    expect(() => ask({ name: 'Ann', lists: 'mars' })).toThrow(expect.objectContaining({ code: 'input_unusable' }))
    expect(() => ask({ address: 'not-a-wallet-at-all-no' })).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  })
  const ukHead =
    'Unique ID,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Name non-latin script,Regime Name,Designation Type,Other Information,Address Country,Date Designated,D.O.B,Nationality(/ies),National Identifier number,Passport number,IMO number'
  it('does not serve half a list: the day before stands until every shelf of the new one is there', () => {
    const day = 86_400_000
    const next = toFacts(
      uk.topic,
      uk.parse(
        `Report Date: 21-Nov-2026\n${ukHead}\nNEW0001,NEW,,,,,,Primary Name,,,R,Entity,,,,,,,,\n`,
        new Date(now.getTime() + day),
      ),
    )
    const names = (given: typeof facts) =>
      wholeLists(given as never)
        .find((list) => list.id === 'uk')!
        .entries.map((entry) => entry.id)
    expect(names([...facts, ...next.slice(1)])).toEqual(expect.arrayContaining(['SMP0001', 'SMP0002']))
    // Delisted is gone as soon as the new day is whole.
    expect(names([...facts, ...next])).toEqual(['NEW0001'])
  })
  it('keeps out what Treasury has in its own files and the numbers of people', () => {
    expect(
      polled[2]!.flatMap((fact) => (fact.value as { designations: { name: string }[] }).designations).map((one) => one.name),
    ).toEqual(['Gizmotronix Import and Export Company'])
  })
})

it('answers a name among 20,000 in a few milliseconds', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const word = (n: number) => Array.from({ length: 7 }, (_, i) => letters[(n * (i * 7 + 3) + (n >> i)) % 26]).join('')
  const entries: Entry[] = Array.from({ length: 20_000 }, (_, n) => ({
    list: 'ofac_sdn',
    id: String(n),
    kind: 'person',
    name: `${word(n)}, ${word(n * 31 + 7)} ${word(n * 17 + 3)}`,
    aliases: [],
    programs: [],
    birth_years: [],
    countries: [],
    wallets: [],
    ids: [],
    listed_on: null,
    remarks: null,
  }))
  const index = buildIndex(entries)
  // Our own time on the processor: what other programs take of it says nothing about the search.
  const startedAt = process.cpuUsage()
  for (let n = 0; n < 20; n++)
    expect(screen(index, { name: entries[n * 900]!.name, lists: new Set(['ofac_sdn']) })[0]!.score).toBe(1)
  expect(process.cpuUsage(startedAt).user / 20_000).toBeLessThan(50)
})

const captures = process.env.UPSTREAM_SAMPLES === undefined ? null : `${process.env.UPSTREAM_SAMPLES}/samples/world`
describe.skipIf(captures === null || !existsSync(captures ?? ''))('real files', () => {
  const text = (file: string) => readFileSync(`${captures}/sanctions-${file}.csv`, 'utf8')
  it("parses OFAC's", () => {
    const files = {
      primary: text('ofac-sdn'),
      aliases: text('ofac-alt'),
      addresses: text('ofac-add'),
      comments: text('ofac-sdn-comments'),
    }
    const list = readList(files)
    expect(list.find((one) => one.id === '10278')).toMatchObject({
      kind: 'person',
      birth_years: [1963],
      ids: ['P0017003'],
      aliases: [{ name: 'KARADH AL-HASSAN', weak: false }, { weak: true }].slice(1).map((one) => expect.objectContaining(one)),
    })
    const company = list.find((one) => one.id === '11195')!
    expect(company.programs).toEqual(['NPWMD', 'IFSR', 'IRAN-CON-ARMS-EO'])
    expect(company.countries).toEqual(['Iran'])
    expect(company.aliases.map((alias) => alias.name)).toEqual(expect.arrayContaining(['HESA TRADE CENTER', 'HESA']))
    expect(JSON.stringify(list)).not.toContain('561-77-9011')
  })
  it("parses the UK's and the consolidated one", () => {
    const shelved = uk.parse(text('uk-list'), now)
    expect(shelved[0]!.published_at).toBe('2026-02-13T00:00:00.000Z')
    expect(shelved.flatMap((one) => one.designations).length).toBeGreaterThan(0)
    const names = csl.parse(text('us-csl'), now).flatMap((one) => one.designations.map((designation) => designation.name))
    expect(names.some((name) => name.startsWith('Sinobright'))).toBe(true)
  })
})
