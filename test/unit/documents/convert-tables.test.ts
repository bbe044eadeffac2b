// Tables are found whether drawn with rules, set between three lines, or only aligned; look-alikes are not.
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { fill, lines, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const tablesOf = async (content: string) => (await convertPdf(pdfDocument({ pages: [content] }), { summarize: false })).tables
const intro = lines(72, 80, prose(4))

function grid(xs: readonly number[], ys: readonly number[]): string {
  const across = ys.map((y) => rule(xs[0]!, y, xs.at(-1)!, y))
  const down = xs.map((x) => rule(x, ys[0]!, x, ys.at(-1)!))
  return [...across, ...down].join('')
}

describe('tables', () => {
  test('a ruled grid, with empty cells where nothing is written', async () => {
    const cells =
      text(80, 215, 'Name') +
      text(200, 215, 'Count') +
      text(300, 215, 'Share') +
      text(80, 235, 'Alpha') +
      text(200, 235, '12') +
      text(80, 255, 'Beta') +
      text(300, 255, '4 %')
    const tables = await tablesOf(intro + grid([72, 190, 290, 400], [200, 220, 240, 260]) + cells)
    expect(tables).toMatchObject([
      {
        header: [['Name', 'Count', 'Share']],
        rows: [
          ['Alpha', '12', ''],
          ['Beta', '', '4 %'],
        ],
      },
    ])
    expect(tables[0]!.csv).toBe('Name,Count,Share\r\nAlpha,12,\r\nBeta,,4 %\r\n')
  })

  test('missing walls are spans', async () => {
    const frame = [200, 240, 260, 280].map((y) => rule(72, y, 400, y)).join('') + rule(190, 220, 400, 220)
    const walls = rule(72, 200, 72, 280) + rule(190, 200, 190, 280) + rule(290, 220, 290, 280) + rule(400, 200, 400, 280)
    const cells =
      text(80, 225, 'Region') +
      text(240, 215, 'Exports, both years') +
      text(200, 235, '2024') +
      text(300, 235, '2025') +
      lines(80, 255, ['North', 'South'], {}, 20) +
      lines(200, 255, ['10', '20'], {}, 20) +
      lines(300, 255, ['11', '21'], {}, 20)
    const [table] = await tablesOf(intro + frame + walls + cells)
    expect(table!.html.replace(/\s+/g, '')).toContain(
      '<tdrowspan="2">Region</td><tdcolspan="2">Exports,bothyears</td></tr><tr><td>2024</td><td>2025</td></tr>',
    )
    expect(table!.rows).toEqual([
      ['North', '10', '11'],
      ['South', '20', '21'],
    ])
  })

  test('three rules and a caption', async () => {
    const rows = ['Model', 'Small', 'Large', 'Huge'].map(
      (name, i) =>
        text(80, 230 + i * 18, name) +
        text(220, 230 + i * 18, i === 0 ? 'Score' : `${i}1.5`) +
        text(320, 230 + i * 18, i === 0 ? 'Cost' : `${i}0`),
    )
    const drawn = rule(72, 216, 420, 216) + rule(72, 236, 420, 236) + rule(72, 290, 420, 290)
    const [table] = await tablesOf(`${intro}${text(72, 205, 'Table 2: Scores of three models')}${drawn}${rows.join('')}`)
    expect(table).toMatchObject({
      caption: 'Table 2: Scores of three models',
      header: [['Model', 'Score', 'Cost']],
      rows: [
        ['Small', '11.5', '10'],
        ['Large', '21.5', '20'],
        ['Huge', '31.5', '30'],
      ],
    })
  })

  test('one rule under the heading, cells that wrap, and text after it', async () => {
    const wrapped = ['A measure of what one position may', 'lose within a day, at the price that', 'was last seen.']
    const body =
      text(80, 222, 'Term') +
      text(180, 222, 'Meaning') +
      text(430, 222, 'Unit') +
      text(80, 245, 'Loss') +
      lines(180, 245, wrapped) +
      text(430, 245, 'USD') +
      text(80, 293, 'Ratio') +
      text(180, 293, 'Debt over collateral') +
      text(430, 293, '%')
    const pieces = rule(72, 228, 170, 228) + rule(170.2, 228, 420, 228) + rule(420.2, 228, 520, 228)
    for (const under of [pieces, rule(72, 228, 520, 228)]) {
      const [table, ...others] = await tablesOf(intro + under + body + lines(72, 322, prose(4)))
      expect(others).toEqual([])
      expect(table).toMatchObject({
        header: [['Term', 'Meaning', 'Unit']],
        rows: [
          ['Loss', wrapped.join(' '), 'USD'],
          ['Ratio', 'Debt over collateral', '%'],
        ],
      })
    }
  })

  test('between rules of its width that are the page’s', async () => {
    const rows = ['Name', 'Loss', 'Ratio'].map(
      (name, i) => text(80, 92 + i * 20, name) + text(300, 92 + i * 20, i === 0 ? 'Unit' : `${i} %`),
    )
    const drawn = [50, 78, 98, 144, 740].map((y) => rule(72, y, 540, y)).join('')
    const head = text(72, 45, 'A standard of measures') + text(480, 45, 'May 2025')
    const [table, ...others] = await tablesOf(head + drawn + rows.join('') + lines(72, 180, prose(4)))
    expect(others).toEqual([])
    expect(table).toMatchObject({
      header: [['Name', 'Unit']],
      rows: [
        ['Loss', '1 %'],
        ['Ratio', '2 %'],
      ],
    })
  })

  test('two columns of prose between the rules of running head and foot are none', async () => {
    const page =
      rule(60, 60, 552, 60) + rule(60, 700, 552, 700) + lines(60, 80, prose(30, 48)) + lines(316, 80, prose(30, 48, 11))
    const head = text(60, 54, 'Smith et al') + text(500, 54, 'Journal')
    expect(await tablesOf(head + page)).toEqual([])
  })

  test('columns of numbers without a rule', async () => {
    const rows = [
      ['Year', 'Imports', 'Exports'],
      ['2021', '1,204', '988'],
      ['2022', '1,310', '1,002'],
      ['2023', '1,377', '1,120'],
      ['2024', '1,402', '1,216'],
    ]
    const content = rows.map((row, i) => row.map((cell, k) => text(90 + k * 130, 220 + i * 16, cell)).join('')).join('')
    expect(await tablesOf(intro + content + lines(72, 330, prose(4)))).toMatchObject([{ header: [rows[0]], rows: rows.slice(1) }])
  })

  const set = (rows: readonly (readonly string[])[]) =>
    rows.map((row, i) => row.map((cell, k) => text(90 + k * 130, 220 + i * 16, cell)).join('')).join('')

  test('figures with their units, and marks that stand for figures', async () => {
    const rows = [
      ['Sample', 'Volume', 'Age', 'Tested'],
      ['Marsh water', '6 ml', '12 days', 'yes'],
      ['Spring water', '14 ml', '3 years', 'n/a'],
      ['Rain water', '9 ml', '-', 'no'],
    ]
    expect(await tablesOf(intro + set(rows) + lines(72, 330, prose(4)))).toMatchObject([
      { header: [rows[0]], rows: rows.slice(1) },
    ])
  })

  const names = [
    ['Plant', 'Habitat', 'Use'],
    ['Maple', 'Mixed forest', 'Syrup'],
    ['Willow', 'River banks', 'Baskets'],
    ['Oak', 'Dry slopes', 'Casks'],
  ]

  test('words alone, under a band of colour from the first column to the last', async () => {
    const band = fill(80, 208, 480, 224, '0.8 0.85 0.9')
    expect(await tablesOf(intro + band + set(names))).toMatchObject([{ header: [names[0]], rows: names.slice(1) }])
    const [beside, tall] = [fill(80, 208, 200, 224, '0.8 0.85 0.9'), fill(80, 208, 480, 290, '0.8 0.85 0.9')]
    for (const other of ['', beside, tall]) expect(await tablesOf(intro + other + set(names))).toEqual([])
  })

  test('a heading in colour over columns of prose is none', async () => {
    const columns = [72, 240, 408].map((x, i) => lines(x, 240, prose(20, 26, i + 3))).join('')
    const banner = fill(60, 205, 560, 230, '0.8 0.85 0.9') + text(72, 222, 'News of the week', { size: 14 })
    expect(await tablesOf(banner + columns)).toEqual([])
  })

  test('cells that wrap beside cells that do not', async () => {
    const wrapped = [
      ['Tarn', 'Digital furnace with|ledger', 'Annual signal of|harbour', '33.4%'],
      ['Oakfield', 'Rural catalyst with|harbour', 'Mean sediment with|meadow', '63.4%'],
      ['Ashby', 'Median archive of|sediment', 'Mean meadow of|archive', '57.7%'],
      ['Westbrook', 'Structural harbour for|census', 'Rural vaccine of|auction', '21.1%'],
    ] as const
    const at = [80, 180, 310, 440]
    const rows = wrapped.map((row, i) => {
      const y = 240 + i * 35
      const wrap = (x: number, cell: string) =>
        cell
          .split('|')
          .map((part, k) => text(x, y - 6 + k * 12, part))
          .join('')
      return text(at[0]!, y, row[0]) + wrap(at[1]!, row[1]) + wrap(at[2]!, row[2]) + text(at[3]!, y, row[3])
    })
    const header = ['Place', 'Reason', 'Result', 'Share'].map((name, i) => text(at[i]!, 210, name)).join('')
    const caption = text(72, 190, 'Table 3. Shares of four places')
    expect(await tablesOf(intro + caption + header + rows.join(''))).toMatchObject([
      { header: [['Place', 'Reason', 'Result', 'Share']], rows: wrapped.map((row) => row.map((cell) => cell.replace('|', ' '))) },
    ])
  })

  const figures = (rows: readonly (readonly string[])[], xs: readonly number[], y: number) =>
    rows.map((row, i) => row.map((cell, k) => text(xs[k]!, y + i * 16, cell)).join('')).join('')

  test('a heading that stands between the columns it is over is no column', async () => {
    const xs = [80, 180, 260, 340, 420]
    const body = ['2021', '2022', '2023', '2024'].map((year, i) => [year, `${i}1`, `${i}2`, `${i}3`, `${i}4`])
    const drawn = [190, 212, 300].map((y) => rule(72, y, 460, y)).join('')
    const heads = text(214, 203, 'Kind') + text(302, 203, 'Form')
    const [table] = await tablesOf(intro + drawn + heads + figures(body, xs, 226))
    expect(table!.rows).toEqual(body)
  })

  test('headings that wrap and almost touch their neighbours stay in their columns', async () => {
    const xs = [80, 220, 330, 420]
    const body = ['North', 'South', 'East'].map((name, i) => [name, `${i}1`, `${i}2`, `${i}3`])
    const drawn = [190, 232, 290].map((y) => rule(72, y, 480, y)).join('')
    const heads = lines(80, 214, ['Place and', 'region'], {}, 12) + lines(400, 214, ['Share of', 'all'], {}, 12)
    const close =
      lines(209, 214, ['Weighted', 'participation rate'], {}, 12) + lines(291, 214, ['Weighted', 'exclusion rate of all'], {}, 12)
    const [table] = await tablesOf(intro + drawn + heads + close + figures(body, xs, 246))
    expect(table).toMatchObject({
      header: [['Place and region', 'Weighted participation rate', 'Weighted exclusion rate of all', 'Share of all']],
      rows: body,
    })
  })

  test('one wall behind the names: the figures are columns all the same', async () => {
    const rows = [
      ['Answer', 'Count', 'Percent', 'Mean'],
      ['All of them', '344', '75.2', '12.1'],
      ['Some of them', '53', '11.6', '23.5'],
      ['None', '61', '13.2', '9.1'],
      ['Total', '458', '100.0', '13.1'],
    ]
    const drawn = [190, 212, 265, 281].map((y) => rule(72, y, 400, y)).join('') + rule(180, 190, 180, 281)
    const tables = await tablesOf(intro + drawn + figures(rows, [80, 190, 260, 330], 206))
    expect(tables).toMatchObject([{ header: [rows[0]], rows: rows.slice(1) }])
  })

  test('rules drawn beside the names only: each name belongs to the row it stands in', async () => {
    const names = ['Salaries', 'Travel', 'Rent', 'Supplies', 'Telephone']
    const ys = [200, 220, 240, 260, 280, 300, 320]
    const drawn =
      [200, 220, 320].map((y) => rule(72, y, 400, y)).join('') +
      ys.map((y) => rule(190, y, 400, y)).join('') +
      [72, 190, 290, 400].map((x) => rule(x, 200, x, 320)).join('')
    const rows = [['Cost', 'Total', 'Direct'], ...names.map((name, i) => [name, `${i}10`, `${i}20`])]
    const content = rows.map((row, i) => row.map((cell, k) => text([80, 200, 300][k]!, 214 + i * 20, cell)).join('')).join('')
    const tables = await tablesOf(intro + drawn + content)
    expect(tables).toMatchObject([{ header: [rows[0]], rows: rows.slice(1) }])
  })

  test('headings over several columns in lines of their own, and one beside them that reaches as high', async () => {
    const xs = [80, 220, 290, 360]
    const body = ['North', 'South', 'East'].map((name, i) => [name, `${i}1`, `${i}2`, `${i}3`])
    const drawn = [190, 262, 330].map((y) => rule(72, y, 470, y)).join('') + rule(215, 222, 405, 222) + rule(285, 240, 405, 240)
    const over = lines(232, 203, ['All of those who had', 'borrowed in that year'], {}, 12) + text(322, 234, 'Kind')
    const under = ['Region', 'Total', 'Public', 'Private'].map((word, i) => text(xs[i]!, 254, word)).join('')
    const [table] = await tablesOf(intro + drawn + over + under + figures(body, xs, 278))
    expect(table!.html.replace(/\s+/g, '')).toContain(
      '<tdrowspan="3">Region</td><tdcolspan="3">Allofthosewhohadborrowedinthatyear</td></tr>' +
        '<tr><tdrowspan="2">Total</td><tdcolspan="2">Kind</td></tr><tr><td>Public</td><td>Private</td></tr>',
    )
    expect(table!.rows).toEqual(body)
  })

  test('shading alone shows rows, and cells', async () => {
    const rows = [
      ['Plant', 'Habitat', 'Use'],
      ['Maple', 'Mixed forest', 'Syrup and timber'],
      ['Willow', 'River banks', 'Baskets'],
      ['Oak', 'Dry slopes', 'Casks'],
      ['Alder', 'Wet meadows', 'Piles'],
    ]
    const words = rows.map((row, i) => row.map((cell, k) => text(80 + k * 140, 215 + i * 20, cell)).join('')).join('')
    const banded = rows.map((_, i) => (i % 2 === 0 ? fill(72, 200 + i * 20, 500, 220 + i * 20, '0.9 0.9 0.9') : '')).join('')
    expect(await tablesOf(intro + banded + words)).toMatchObject([{ header: [rows[0]], rows: rows.slice(1) }])
    const cells = rows
      .map((row, i) => row.map((_, k) => fill(72 + k * 140, 200 + i * 20, 211 + k * 140, 219 + i * 20, '0.9 0.95 1')).join(''))
      .join('')
    expect(await tablesOf(intro + cells + words)).toMatchObject([{ header: [rows[0]], rows: rows.slice(1) }])
  })

  test('two columns of prose, a framed box and a contents page are no tables', async () => {
    expect(await tablesOf(lines(60, 100, prose(30, 42)) + lines(330, 100, prose(30, 42, 3)))).toEqual([])
    expect(await tablesOf(intro + grid([72, 400], [200, 320]) + lines(80, 220, prose(6, 55)))).toEqual([])
    const contents = Array.from(
      { length: 12 },
      (_, i) => text(72, 120 + i * 16, `Chapter about subject ${i}`) + text(500, 120 + i * 16, String(3 + i * 7)),
    )
    expect(await tablesOf(text(72, 90, 'Contents', { size: 20 }) + contents.join(''))).toEqual([])
  })
})
