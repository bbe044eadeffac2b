// Written by us in the register's shape; no such document exists.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate, noise } from '../../../samples/walk.ts'

const agencies = [
  'Environmental Protection Agency',
  'Energy Department',
  'Defense Department',
  'Health and Human Services Department',
  'Treasury Department',
  'Transportation Department',
]
const types = ['Rule', 'Proposed Rule', 'Rule', 'Presidential Document'] as const

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.federalregister.gov' || url.pathname !== '/api/v1/documents.json') return null
    // A search by words is another source's.
    if (url.searchParams.has('conditions[term]')) return null
    // Who asks for one kind of notice asks another source's sample.
    if (!url.searchParams.getAll('conditions[type][]').includes('PRESDOCU') || !url.searchParams.has('page')) return null
    const from = dayNumber(new Date(url.searchParams.get('conditions[publication_date][gte]') ?? now))
    const isFirst = (url.searchParams.get('page') ?? '1') === '1'
    const days = isFirst ? Array.from({ length: dayNumber(now) - from }, (_, i) => dayNumber(now) - 1 - i) : []
    const results = days
      .filter((day) => ![0, 6].includes(dateOfDay(day).getUTCDay()))
      .flatMap((day) =>
        Array.from({ length: 2 + Math.round(1.5 * (1 + noise('register', day))) }, (_, i) => {
          const pick = Math.floor(50 * (1 + noise(`register/${i}`, day)))
          const name = agencies[pick % agencies.length]!
          const number = `${dateOfDay(day).getUTCFullYear()}-${String(10_000 + ((day * 7) % 9_000) * 8 + i).slice(-5)}`
          return {
            title: `Sample standards of ${name}, part ${pick}`,
            type: types[pick % types.length],
            document_number: number,
            html_url: `https://www.federalregister.gov/documents/${number}`,
            publication_date: isoDate(dateOfDay(day)),
            agencies: [{ raw_name: name.toUpperCase(), name, id: pick, slug: 'sample' }],
          }
        }),
      )
    return {
      type: 'application/json',
      body: JSON.stringify({
        description: 'sample',
        count: results.length,
        total_pages: 1,
        ...(results.length > 0 ? { results } : {}),
      }),
    }
  },
})
