// Polls the survey's whole history, oldest first: half a megabyte of days as M/D/YYYY, its later rows shorter than its header.
import { toIsoDate, toNumber } from '../../formats/csv.ts'
import { csvSource } from '../../shapes/tables.ts'
import { mortgageRates } from './topic.ts'

export default csvSource({
  source: 'freddie-pmms',
  topic: mortgageRates,
  // Thursdays at noon in New York.
  schedule: '30 17 * * 4,5',
  grade: 'B',
  proof: 'captured 2024-05',
  url: 'https://www.freddiemac.com/pmms/docs/PMMS_history.csv',
  columns: ['date', 'pmms30'],
  isNeverEmpty: true,
  row({ date, pmms30 }) {
    const rate_30y_pct = toNumber(pmms30)
    return rate_30y_pct === null ? null : { date: toIsoDate(date!), rate_30y_pct }
  },
})
