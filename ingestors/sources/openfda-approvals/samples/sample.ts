// Written by us in the interface's shape: days without dashes, a generic, a label change that is no news.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.fda.gov' || url.pathname !== '/drug/drugsfda.json') return null
    const day = (back: number) => isoDate(dateOfDay(dayNumber(now) - back)).replaceAll('-', '')
    const submission = (type: string, number: string, back: number, kind: string) => ({
      submission_type: type,
      submission_number: number,
      submission_status: 'AP',
      submission_status_date: day(back),
      review_priority: 'STANDARD',
      submission_class_code: kind,
    })
    const results = [
      {
        application_number: 'NDA219876',
        sponsor_name: 'SAMPLE PHARMA',
        products: [{ brand_name: 'SAMPLIVO' }],
        submissions: [submission('ORIG', '1', 6, 'TYPE 1')],
      },
      {
        application_number: 'BLA761234',
        sponsor_name: 'EXAMPLE BIO',
        products: [{ brand_name: 'EXEMPLA' }],
        submissions: [submission('SUPPL', '12', 20, 'EFFICACY'), submission('SUPPL', '13', 9, 'LABELING')],
      },
      {
        application_number: 'ANDA098765',
        sponsor_name: 'SPECIMEN GENERICS',
        products: [],
        submissions: [submission('ORIG', '1', 3, 'UNKNOWN')],
      },
    ]
    return { type: 'application/json', body: JSON.stringify({ meta: { results: { skip: 0, limit: 1000, total: 3 } }, results }) }
  },
})
