// Written by us in the catalog's and the file's shape: a row a figure, thousands with commas, marks for what is withheld, dashes as they arrive.
import { defineSample } from '../../../define.ts'

const item = '696a75d5d4be0228872d3bf8'
const file = `https://www.sciencebase.gov/catalog/file/get/${item}?name=MCS2026_Commodities_Data.csv`
const header =
  'MCS chapter,Section,Commodity,Country,Statistics,Statistics_detail,Unit,Year,Value,Notes,Is critical mineral 2025,Other notes'

type Countries = Readonly<Record<string, readonly [before: string, now: string]>>

interface Mineral {
  readonly name: string
  readonly unit: string
  readonly isCritical: boolean
  readonly countries: Countries
  readonly reserves: string
  readonly reliance: string
}

const minerals: readonly Mineral[] = [
  {
    name: 'Cobalt',
    unit: 'metric tons',
    isCritical: true,
    countries: {
      'United States': ['200', '300'],
      'Congo (Kinshasa)': ['226,000', '230,000'],
      Indonesia: ['35,000', '44,000'],
      Russia: ['8,000', '7,700'],
      'Other countries': ['32,000', '28,000'],
      'World total': ['302,000', '310,000'],
    },
    reserves: '11,000,000',
    reliance: '79',
  },
  {
    name: 'Gallium',
    unit: 'kilograms',
    isCritical: true,
    countries: { China: ['750,000', '890,000'], 'Other countries': ['10,000', '9,000'], 'World total': ['760,000', '900,000'] },
    reserves: 'NA',
    reliance: '100',
  },
  {
    name: 'Lithium',
    unit: 'metric tons',
    isCritical: true,
    countries: {
      'United States': ['W', 'W'],
      Australia: ['91,700', '92,000'],
      Chile: ['49,000', '56,000'],
      China: ['51,000', '62,000'],
      'World total': ['240,000', '290,000'],
    },
    reserves: '37,000,000',
    reliance: '>50',
  },
  {
    name: 'Copper',
    unit: 'thousand metric tons',
    isCritical: true,
    countries: {
      'United States': ['1,050', '1,000'],
      Chile: ['5,510', '5,300'],
      'Congo (Kinshasa)': ['2,990', '3,200'],
      'Korea, Republic of': ['\uFFFD', '\uFFFD'],
      Peru: ['2,740', '2,700'],
      'Other countries': ['10,700', '10,800'],
      'World total': ['23,000', '23,000'],
    },
    reserves: '980,000',
    reliance: '57',
  },
  {
    name: 'Rare earths',
    unit: 'metric tons',
    isCritical: true,
    countries: {
      'United States': ['45,500', '51,000'],
      Burma: ['31,000', '22,000'],
      China: ['270,000', '270,000'],
      'World total': ['390,000', '390,000'],
    },
    reserves: '>85,000,000',
    reliance: '67',
  },
  {
    name: 'Gypsum',
    unit: 'thousand metric tons',
    isCritical: false,
    countries: { 'United States': ['22,000', '21,000'], Iran: ['16,000', '16,000'], 'World total': ['160,000', '160,000'] },
    reserves: 'NA',
    reliance: 'E',
  },
]

export default defineSample({
  answer(url) {
    if (url.hostname !== 'www.sciencebase.gov') return null
    if (url.pathname === '/catalog/items') {
      const files = [
        { name: 'MCS2026_T7_Critical_Minerals_Salient.csv', url: `${file}&t=7` },
        { name: 'MCS2026_Commodities_Data.csv', url: file },
      ]
      const items = [
        { id: 'older', title: 'Mineral Commodity Summaries 2025 Data Release' },
        { id: item, title: 'Mineral Commodity Summaries 2026 Data Release', files },
      ]
      return { type: 'application/json', body: JSON.stringify({ total: items.length, items }) }
    }
    return { type: 'text/csv', body: `${[header, ...minerals.flatMap(rowsOf)].join('\r\n')}\r\n` }
  },
})

function rowsOf({ name, unit, isCritical, countries, reserves, reliance }: Mineral): string[] {
  const row = (section: string, country: string, statistic: string, detail: string, of: string, year: string, value: string) =>
    [
      name.toUpperCase(),
      section,
      name,
      quoted(country),
      statistic,
      quoted(detail),
      of,
      year,
      quoted(value),
      '',
      isCritical ? 'Yes' : 'No',
      '',
    ].join(',')
  const world = 'World Mine Production and Reserves'
  return [
    row('Salient Statistics\uFFFDUnited States', 'United States', 'Production', 'Mine production', unit, '2025', '1'),
    ...Object.entries(countries).flatMap(([country, [before, now]]) => {
      const detail = country === 'World total' ? 'Mine production: rounded' : 'Mine production'
      return [
        row(world, country, 'Production', detail, unit, '2024', before),
        row(world, country, 'Production', detail, unit, '2025', now),
      ]
    }),
    row(world, 'World total', 'Reserves', 'Reserves: rounded', unit, '2025', reserves),
    ...['2024', '2025'].map((year) =>
      row(
        'Salient Statistics\uFFFDUnited States',
        'United States',
        'Net import reliance',
        'Net import reliance as a percentage of apparent consumption',
        'percent',
        year,
        reliance,
      ),
    ),
  ]
}

const quoted = (text: string): string => (text.includes(',') ? `"${text}"` : text)
