// Written by us in the Board's shape; levels grow from made-up ones.
import { defineSample } from '../../../define.ts'
import { archiveType, writeArchive } from '../../../samples/archive.ts'
import { noise } from '../../../samples/walk.ts'

const header =
  'Date,Category,Net worth,Assets,Real estate,Consumer durables,Corporate equities and mutual fund shares,DB pension entitlements,DC pension entitlements,Private businesses,Other assets,Liabilities,Home mortgages,Consumer credit,Other liabilities'
const centres = { TopPt1: 23e6, RemainingTop1: 27e6, Next9: 60e6, Next40: 50e6, Bottom50: 4.1e6 }
const outAfterMs = 75 * 86_400_000

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.federalreserve.gov' || !url.pathname.endsWith('/zips/dfa.zip')) return null
    const newest = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3)
    const quarters = Array.from({ length: 60 }, (_, i) => newest - 60 + i).filter(
      (quarter) => Date.UTC(Math.floor(quarter / 4), 3 * (quarter % 4) + 3, 0) + outAfterMs < now.getTime(),
    )
    const lines = quarters.flatMap((quarter) =>
      Object.entries(centres).map(([group, centre]) => {
        const worth = centre * 1.012 ** (quarter - 8_100) * (1 + 0.02 * noise(group, quarter))
        const owed = group === 'Bottom50' ? 1.6 : group === 'Next40' ? 0.18 : 0.03
        const parts = [1, 1 + owed, 0.35, 0.05, 0.28, 0.1, 0.1, 0.1, 0.02, owed, owed / 2, owed / 3, owed / 6].map((part) =>
          Math.round(worth * part),
        )
        return [`${Math.floor(quarter / 4)}:Q${(quarter % 4) + 1}`, group, ...parts].join(',')
      }),
    )
    return { type: archiveType, body: writeArchive({ 'dfa-networth-levels.csv': `${[header, ...lines].join('\n')}\n` }) }
  },
})
