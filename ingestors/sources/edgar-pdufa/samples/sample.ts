// Written by us in the search's shape: accession and file in one id, names with what is behind them.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'efts.sec.gov') return null
    const hits = ['SAMPLE PHARMA INC  (SMPL)  (CIK 0001515673)', 'EXAMPLE BIO INC  (EXBI)  (CIK 0001615673)'].map((name, i) => ({
      _index: 'edgar_file',
      _id: `0001193125-26-33280${i}:ex99-${i}.htm`,
      _score: 8.1,
      _source: {
        ciks: [`000${1_515_673 + i * 100_000}`],
        display_names: [name],
        root_forms: ['8-K'],
        file_date: isoDate(dateOfDay(dayNumber(now) - 4 - i)),
        form: '8-K',
      },
    }))
    return { type: 'application/json', body: JSON.stringify({ took: 58, hits: { total: { value: 2, relation: 'eq' }, hits } }) }
  },
})
