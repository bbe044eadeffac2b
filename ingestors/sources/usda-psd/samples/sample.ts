// Written by us in the archives' layout: a line an attribute, texts quoted where they hold a comma, codes with zeros before them, the newest month last.
import { defineSample } from '../../../define.ts'
import { archiveType, writeArchive } from '../../../samples/archive.ts'
import { level } from '../../../samples/walk.ts'
import { balanced } from '../commodities.ts'

const header =
  'Commodity_Code,Commodity_Description,Country_Code,Country_Name,Market_Year,Calendar_Year,Month,Attribute_ID,Attribute_Description,Unit_ID,Unit_Description,Value'
/** Of each country the share of the world's harvest, and of its use. */
const countries = {
  US: ['United States', 0.3, 0.22],
  BR: ['Brazil', 0.2, 0.12],
  CH: ['China', 0.22, 0.3],
  E4: ['European Union', 0.18, 0.2],
  EG: ['Egypt', 0.1, 0.16],
} as const
const harvests: Readonly<Record<string, number>> = {
  corn: 1_220_000,
  wheat: 790_000,
  rice: 530_000,
  soybeans: 410_000,
  sugar: 185_000,
  cotton: 118_000,
  coffee: 175_000,
}
const years = 22

export default defineSample({
  answer(url, now) {
    const archive = url.pathname.split('/').at(-1)!
    if (url.hostname !== 'apps.fas.usda.gov' || !archive.startsWith('psd_')) return null
    const own = Object.entries(balanced).filter(([, one]) => one.archive === archive)
    const last = now.getUTCFullYear() - (now.getUTCMonth() < 5 ? 1 : 0)
    const lines = own.flatMap(([name, { code, unit }]) => {
      const write = (country: string, full: string, year: number, attribute: number, what: string, value: number) =>
        `${code.padStart(7, '0')},"Sample, ${name}",${country},${full},${year},${year === last ? now.getUTCFullYear() : year + 1},` +
        `${year === last ? String(now.getUTCMonth() + 1).padStart(2, '0') : '09'},${String(attribute).padStart(3, '0')},"${what}",08,${unit},${value.toFixed(4)}`
      return Object.entries(countries).flatMap(([country, [full, grown, used]]) => {
        let stocks = Math.round(harvests[name]! * used * 0.25)
        return Array.from({ length: years }, (_, i) => last - years + 1 + i).flatMap((year) => {
          const size = harvests[name]! * 1.015 ** (year - 2026)
          const production = Math.round(size * grown * (1 + level(`psd/${name}/${country}`, year * 365, 0, 0.12)))
          const use = Math.round(size * used * (1 + level(`psd/use/${name}/${country}`, year * 365, 0, 0.04)))
          const trade = production - use
          const [imports, exports] = [Math.max(0, -trade), Math.max(0, Math.round(trade * 0.98))]
          const beginning = stocks
          stocks = beginning + production + imports - exports - use
          if (stocks < 0) stocks = 0
          const told = beginning + production + imports - exports - stocks
          return [
            write(country, full, year, 20, 'Beginning Stocks', beginning),
            write(country, full, year, 28, 'Production', production),
            write(country, full, year, 57, 'Imports', imports),
            write(country, full, year, 86, 'Total Supply', beginning + production + imports),
            write(country, full, year, 88, 'Exports', exports),
            write(country, full, year, 125, 'Domestic Consumption', told),
            write(country, full, year, 176, 'Ending Stocks', stocks),
          ]
        })
      })
    })
    return {
      type: archiveType,
      body: writeArchive({ [archive.replace('_csv.zip', '.csv')]: `${[header, ...lines].join('\r\n')}\r\n` }),
    }
  },
})
