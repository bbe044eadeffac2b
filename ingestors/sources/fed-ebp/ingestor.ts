// Polls the excess bond premium file; every month its whole history is estimated anew, and only changed months are logged.
import { toIsoDate, toNumber } from '../../formats/csv.ts'
import { firstDayOfNamed } from '../../formats/months.ts'
import { csvSource } from '../../shapes/tables.ts'
import { excessBondPremium } from './topic.ts'

export default csvSource({
  source: 'fed-ebp',
  topic: excessBondPremium,
  schedule: '0 21 * * 1-5',
  grade: 'A',
  proof: 'captured 2025-04',
  url: 'https://www.federalreserve.gov/econres/notes/feds-notes/ebp_csv.csv',
  columns: ['date', 'gz_spread', 'ebp', 'est_prob'],
  row(row) {
    const [gz_spread_pp, ebp_pp] = [toNumber(row.gz_spread), toNumber(row.ebp)]
    if (gz_spread_pp === null || ebp_pp === null) return null
    return { month: monthOf(row.date!), gz_spread_pp, ebp_pp, recession_probability: toNumber(row.est_prob) }
  },
})

// "JAN1973" in some of its editions, a day in others.
const monthOf = (text: string): string => firstDayOfNamed(text) ?? toIsoDate(text)
