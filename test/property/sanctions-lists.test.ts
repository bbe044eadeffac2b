// Lists whose bytes were harmed on the way: rows are set aside and told, or the list is refused by name; never a shorter list without a word.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { TollgateError } from '../../base/errors.ts'
import { holdBackShrunken, type Shelf } from '../../ingestors/shapes/sanctions-list.ts'
import fc from '../support/chance.ts'
import { type WholeFile, wholeFiles } from '../support/sanctions/whole-files.ts'

const at = new Date('2026-03-01T12:00:00Z')

/** What there is of a list, by number, and what it says of itself. */
function read({ ingestor, raw }: WholeFile, list: string, text: string) {
  const own = (ingestor.parse(raw(text), at) as Shelf[]).filter((shelf) => shelf.list === list)
  return {
    shelves: own,
    names: new Map(own.flatMap((shelf) => shelf.designations).map((one) => [one.id, String(one.name)])),
    first: own[0]!,
  }
}

type Harm = (text: string, from: number, share: number) => string

const lineAt = (lines: readonly string[], share: number) => 3 + Math.floor(share * (lines.length - 4))
const onLines =
  (change: (lines: string[], at: number, count: number) => string[]): Harm =>
  (text, from, share) => {
    const lines = text.split('\n')
    return change(lines, lineAt(lines, from), Math.max(1, Math.floor(share * lines.length))).join('\n')
  }

const harms: Readonly<Record<string, Harm>> = {
  'cut short': (text, from) => text.slice(0, Math.floor(from * text.length)),
  'lines gone': onLines((lines, i, count) => lines.toSpliced(i, count)),
  'lines twice': onLines((lines, i, count) => lines.toSpliced(i, 0, ...lines.slice(i, i + count))),
  'lines in another order': onLines((lines, i, count) => [
    ...lines.slice(0, i),
    ...lines.slice(i, i + count).reverse(),
    ...lines.slice(i + count),
  ]),
  'a stray quote': (text, from) =>
    `${text.slice(0, Math.floor(from * text.length))}"${text.slice(Math.floor(from * text.length))}`,
  'an end of line inside a row': (text, from) =>
    `${text.slice(0, Math.floor(from * text.length))}\n${text.slice(Math.floor(from * text.length))}`,
  'letters lost': (text, from) =>
    text.slice(0, Math.floor(from * text.length)) + text.slice(Math.floor(from * text.length)).replace(/[aeiou]/g, '\uFFFD'),
  'read as UTF-16': (text) => Buffer.from(text, 'utf8').toString('utf16le'),
  'UTF-16 read as UTF-8': (text) => Buffer.from(text, 'utf16le').toString('utf8'),
  'an error page': () => '<html><body>503 Service Unavailable</body></html>',
}

describe.each(Object.entries(wholeFiles))('%s', (list, file) => {
  const whole = read(file, list, file.text)

  test('is read whole, and says how large it is', () => {
    expect(whole.first.totals!.entries).toBe(whole.names.size)
    expect(whole.names.size).toBeGreaterThanOrEqual(100)
    expect(whole.first.set_aside).toMatchObject({ entries: 0, names: 0, identifiers: 0 })
  })

  test.each(Object.entries(harms))('%s: what is lost is told', async (_harm, harm) => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0.02, max: 0.98, noNaN: true }),
        fc.double({ min: 0.005, max: 0.6, noNaN: true }),
        async (from, share) => {
          let harmed: ReturnType<typeof read>
          try {
            harmed = read(file, list, harm(file.text, from, share))
          } catch (error) {
            expect(error).toBeInstanceOf(TollgateError)
            expect((error as TollgateError).message.length).toBeGreaterThan(10)
            return
          }
          const lost = [...whole.names.keys()].filter((id) => !harmed.names.has(id)).length
          const told = harmed.first.set_aside!
          const isHeldBack = await holdBackShrunken(harmed.shelves, async () => whole.first).then(
            () => false,
            () => true,
          )
          // One in twenty may go at once, as delistings do; more is held back, or was told row by row.
          expect(isHeldBack || told.entries > 0 || lost <= 0.05 * whole.names.size, `${lost} lost`).toBe(true)
          const other = [...harmed.names].filter(([id, name]) => whole.names.has(id) && whole.names.get(id) !== name)
          expect(isHeldBack || told.entries + told.names > 0 || other.length <= 1, `${other.length} other names`).toBe(true)
        },
      ),
      { numRuns: 12 },
    )
  })
})

test("the UN's list is refused when it does not end, however little is missing", () => {
  const { text } = wholeFiles.un!
  for (const missing of [1, 20, 200, 2_000]) {
    const short = text.trimEnd().slice(0, -missing)
    expect(() => read(wholeFiles.un!, 'un', short)).toThrow(/cut short/)
  }
})

const folder = `${process.env.UPSTREAM_SAMPLES ?? ''}/samples/sanctions-full`
describe.skipIf(!existsSync(folder))('the real files', () => {
  const xml = () => readFileSync(`${folder}/UN_consolidated.xml`, 'utf8')
  const un = { ...wholeFiles.un!, text: '' }

  test("the UN's loads whole, with its ten dates that carry an offset", () => {
    const ten = xml().replace(/<LISTED_ON>(\d{4}-\d{2}-\d{2})<\/LISTED_ON>/g, (whole, day: string, i: number) =>
      i % 97 < 8 ? `<LISTED_ON>${day}-04:00</LISTED_ON>` : whole,
    )
    expect(ten).toMatch(/-04:00<\/LISTED_ON>/)
    const { names, first, shelves } = read(un, 'un', ten)
    expect(names.size).toBe(1_003)
    expect(first.set_aside).toMatchObject({ entries: 0, details: 0, of: 1_003 })
    expect(shelves.flatMap((shelf) => shelf.designations).every((one) => /^\d{4}-\d{2}-\d{2}$/.test(one.listed_on ?? ''))).toBe(
      true,
    )
  })

  test('one entry that cannot be read costs itself only', () => {
    const { names, first } = read(
      un,
      'un',
      xml().replace('<REFERENCE_NUMBER>CDi.001</REFERENCE_NUMBER>', '<REFERENCE_NUMBER>?</REFERENCE_NUMBER>'),
    )
    expect(names.size).toBe(1_002)
    expect(first.set_aside).toMatchObject({ entries: 1, of: 1_003 })
  })

  test('cut short, or without a third of its entries, it is refused or held back', async () => {
    const text = xml()
    expect(() => read(un, 'un', text.slice(0, text.length / 2))).toThrow(/cut short/)
    const [head, ...entries] = text.split('<INDIVIDUAL>')
    const fewer = read(un, 'un', [head, ...entries.filter((_, i) => i % 3 > 0 || i === entries.length - 1)].join('<INDIVIDUAL>'))
    const whole = read(un, 'un', text)
    await expect(holdBackShrunken(fewer.shelves, async () => whole.first)).rejects.toThrow(/un shrank from 1003 entries to/)
    await expect(holdBackShrunken(whole.shelves, async () => fewer.first)).resolves.toBeUndefined()
  })

  test("OFAC's lose nothing: every row is an entry, every wallet and number is read", () => {
    const text = (name: string) => readFileSync(`${folder}/${name}.csv`, 'utf8')
    const files = (prefix: string, primary: string, comments: string) => ({
      primary: text(primary),
      aliases: text(`${prefix}alt`),
      addresses: text(`${prefix}add`),
      comments,
    })
    const raw = { ofac_sdn: files('', 'sdn', ''), ofac_cons: files('cons_', 'cons_prim', text('cons_comments')) }
    const lists = Object.entries(raw).map(([list, files]) => ({ list, files }))
    const shelves = wholeFiles.ofac_sdn!.ingestor.parse(lists, at) as Shelf[]
    const of = (list: string) => shelves.filter((shelf) => shelf.list === list)
    expect(of('ofac_sdn')[0]!.totals).toMatchObject({ entries: 8_976 })
    expect(of('ofac_cons')[0]!.totals).toMatchObject({ entries: 442 })
    expect(of('ofac_sdn')[0]!.set_aside).toMatchObject({ entries: 0, names: 0, identifiers: 0 })
    const all = of('ofac_sdn').flatMap((shelf) => shelf.designations)
    // The file names 410 ships' numbers, 666 and more Cedulas, 420 NITs.
    const count = (form: RegExp) => all.flatMap((one) => one.ids).filter((id) => form.test(id)).length
    expect(count(/^IMO \d{7}$/)).toBeGreaterThan(400)
    expect(all.flatMap((one) => one.ids)).toEqual(expect.arrayContaining(['16247821', '800146749-7', 'IMO 9187629']))
    const written = new Set(raw.ofac_sdn.primary.match(/(?<=Digital Currency Address - \w{2,5} )\w{26,}/g))
    expect(written.size).toBeGreaterThan(60)
    expect([...written].filter((wallet) => !all.some((one) => one.wallets.includes(wallet)))).toEqual([])
  })
})
