// Written by us in the interface's shape: two letters of this year and one that is years old.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.fda.gov' || url.pathname !== '/transparency/crl.json') return null
    const written = (back: number) =>
      dateOfDay(dayNumber(now) - back)
        .toISOString()
        .replace(/^(\d{4})-(\d{2})-(\d{2}).*$/, '$2/$3/$1')
    const results = [
      [11, 'Sample Pharma Inc'],
      [70, 'Example Bio, Inc.'],
      [2_000, 'Specimen Ltd'],
    ].map(([back, company], i) => ({
      letter_date: written(Number(back)),
      company_name: company,
      file_name: `21${9_000 + i}Orig1s000OtherActionLtrs.pdf`,
      approver_center: ['Center for Drug Evaluation and Research'],
      text: 'a sample',
    }))
    return { type: 'application/json', body: JSON.stringify({ meta: { results: { total: 3 } }, results }) }
  },
})
