// Written by us in the Register's shape: the members asked for, newest first, with the count and the pages before them.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate } from '../../../samples/walk.ts'

const titles = {
  tariffs: [
    'Adjusting Imports of Timber Into the United States',
    'Modifying the Scope of Reciprocal Tariffs',
    'Implementing a Trade Agreement',
  ],
  minerals: [
    'Adjusting Imports of Processed Critical Minerals',
    'Revisions to the List of Controlled Items',
    'Unleashing Domestic Mineral Production',
  ],
} as const
const count = 12
const daysApart = 9

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.federalregister.gov' || !url.searchParams.has('conditions[term]')) return null
    const subject = url.searchParams.get('conditions[term]') === 'tariffs' ? 'tariffs' : 'minerals'
    const results = Array.from({ length: count }, (_, i) => {
      // Counted from a fixed day: a document keeps its number and its date.
      const newest = Math.floor((dayNumber(now) - 1) / daysApart)
      const date = isoDate(dateOfDay((newest - i) * daysApart))
      const document_number = `${date.slice(0, 4)}-${String((newest - i) % 100_000).padStart(5, '0')}${subject === 'tariffs' ? '' : '1'}`
      return {
        document_number,
        title: titles[subject][(newest - i) % 3],
        type: i % 3 === 2 && subject === 'minerals' ? 'Rule' : 'Presidential Document',
        publication_date: date,
        html_url: `https://www.federalregister.gov/documents/${date.replaceAll('-', '/')}/${document_number}/sample`,
      }
    })
    return { type: 'application/json', body: JSON.stringify({ description: 'Documents', count, total_pages: 1, results }) }
  },
})
