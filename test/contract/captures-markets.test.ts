// Statistical offices and central banks as they really answer: retired codes, empty members, blank rows, new versions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createAsideList } from '../../ingestors/aside.ts'
import { checkValues } from '../../ingestors/poll.ts'
import nyfedGscpi from '../../ingestors/sources/nyfed-gscpi/ingestor.ts'
import nyfedOperations from '../../ingestors/sources/nyfed-operations/ingestor.ts'
import oecd from '../../ingestors/sources/oecd-cli/ingestor.ts'
import portwatch from '../../ingestors/sources/portwatch/ingestor.ts'
import worldBank from '../../ingestors/sources/world-bank/ingestor.ts'
import worldBankMonthly from '../../ingestors/sources/world-bank-monthly/ingestor.ts'

const folder = process.env.UPSTREAM_SAMPLES
const at = new Date('2026-10-12T12:00:00Z')
const read = (file: string) => readFileSync(join(folder!, 'samples/captured', file), 'utf8')

describe.skipIf(folder === undefined)('captures', () => {
  test('a retired indicator, answered with status 200, costs itself and not the other seventeen', () => {
    const about = { page: 1, pages: 1, per_page: 500, total: 1 }
    const countries = [about, [{ id: 'DEU', name: 'Germany', region: { value: 'R' }, incomeLevel: { value: 'High income' } }]]
    const [, growth] = JSON.parse(readFileSync(join(folder!, 'samples/markets/worldbank_indicator.json'), 'utf8')) as [
      object,
      object[],
    ]
    const aside = createAsideList()
    const indicators = [
      { id: 'GOV_WGI_VA.EST' as const, body: JSON.parse(read('world-bank/retired_indicator_answer_200.json')) },
      { id: 'NY.GDP.MKTP.KD.ZG' as const, body: [about, growth.slice(0, 1)] },
    ]
    const found = checkValues(worldBank, worldBank.parse({ countries, indicators }, at, aside.set), at)
    expect(found).toMatchObject([{ iso3: 'DEU', figures: [{ measure: 'growth_pct', year: 2025, value: 0.239578342117881 }] }])
    expect(aside.all).toMatchObject([{ what: 'GOV_WGI_VA.EST', reason: expect.stringContaining('deleted or archived') }])
  })

  test('the monthly database, whose code of a country stands as its id', () => {
    const body = JSON.parse(read('world-bank-monthly/gem_source15_shape.json'))
    expect(worldBankMonthly.parse([{ id: 'CPTOTSAXNZGY', body }], at)).toEqual([
      { iso3: 'DEU', measure: 'inflation_pct', month: '2026-02-01', value: 1.93 },
    ])
  })

  test.each([
    ['gscpi_2026-08-29_excerpt.csv', { '2026-05-31': 1.81, '2026-06-30': 1.19, '2026-07-31': 0.79 }],
    ['gscpi_shape_serial_headers.csv', { '2026-05-31': 1.81, '2026-06-30': 1.19 }],
    [
      'gscpi_shape_blank_trailer.csv',
      { '2022-01-31': 0.12, '2022-02-28': 0.22, '2022-03-31': 0.32, '2022-04-30': -0.1, '2022-05-31': -0.2 },
    ],
  ])('the supply pressure matrix in the layout of %s', (file, expected) => {
    const rows = nyfedGscpi.parse(read(`nyfed-gscpi/${file}`), at) as { month: string; deviations: number }[]
    expect(Object.fromEntries(rows.map(({ month, deviations }) => [month, deviations]))).toEqual(expected)
  })

  test("the OECD's leading indicators in their version 4.1", () => {
    expect(oecd.parse([{ id: 'USA', body: read('oecd-cli/DF_CLI_4.1_USA_2026-09-12.csv') }], at)).toEqual([
      { area: 'USA', month: '2025-06-01', index: 99.54102 },
      { area: 'USA', month: '2025-05-01', index: 99.52384 },
    ])
  })

  test('an overnight operation of 2026 and a day of ships', () => {
    const operations = JSON.parse(read('nyfed-operations/lastTwoWeeks_2026_rows.json'))
    expect(nyfedOperations.parse(operations, at)).toMatchObject([
      { kind: 'reverse_repo', date: '2026-07-10', accepted_usd: 545_000_000 },
    ])
    const day = JSON.parse(read('portwatch/Daily_Chokepoints_Data_2026-09-02_row.json'))
    const ships = portwatch.parse(
      day.features.map(({ attributes }: { attributes: object }) => attributes),
      at,
    )
    expect(ships).toMatchObject([{ chokepoint: 'Bab el-Mandeb Strait', date: '2024-01-14', ships: 27, capacity_tonnes: 826_735 }])
  })
})
