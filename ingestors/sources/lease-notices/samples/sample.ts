// Written by us in the interface's shape: a notice of a sale offshore, one onshore, and one that names no date.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate } from '../../../samples/walk.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.federalregister.gov' || url.searchParams.get('conditions[term]') !== '"lease sale"') return null
    const today = Math.floor(dayNumber(now) / 7) * 7
    const written = (day: number) =>
      `${months[dateOfDay(day).getUTCMonth()]} ${dateOfDay(day).getUTCDate()}, ${dateOfDay(day).getUTCFullYear()}`
    const notice = (number: number, back: number, slug: string, title: string, abstract: string | null) => ({
      document_number: `2026-0${number}`,
      type: 'Notice',
      title,
      abstract,
      publication_date: isoDate(dateOfDay(today - back)),
      html_url: `https://www.federalregister.gov/documents/2026-0${number}/sample`,
      agencies: [
        { raw_name: 'DEPARTMENT OF THE INTERIOR', slug: 'interior-department' },
        { raw_name: slug, slug },
      ],
    })
    const results = [
      notice(
        9_101,
        5,
        'ocean-energy-management-bureau',
        'Gulf of America Outer Continental Shelf Oil and Gas Lease Sale, Final Notice of Sale',
        `On ${written(today + 50)}, BOEM will open and publicly announce bids received for blocks offered in the sale, some 15,200 blocks on about 81.2 million acres.`,
      ),
      notice(
        9_102,
        20,
        'land-management-bureau',
        'Notice of Competitive Oil and Gas Lease Sale in Wyoming',
        `The Bureau of Land Management will offer 67 parcels totaling 48,210 acres at a lease sale on ${written(today + 30)}.`,
      ),
      notice(
        9_103,
        75,
        'land-management-bureau',
        'Notice of Availability of an Environmental Assessment for a Proposed Lease Sale in Nevada',
        null,
      ),
      notice(
        9_104,
        130,
        'land-management-bureau',
        'Notice of Competitive Oil and Gas Lease Sale in New Mexico',
        `The sale on ${written(today - 90)} will offer 31 parcels totaling 9,870 acres.`,
      ),
    ]
    const asked = url.searchParams.getAll('conditions[agencies][]')
    const from = url.searchParams.get('conditions[publication_date][gte]') ?? ''
    const kept = results.filter(
      ({ publication_date, agencies }) => publication_date >= from && agencies.some(({ slug }) => asked.includes(slug)),
    )
    return {
      type: 'application/json',
      body: JSON.stringify({ description: 'Documents matching "lease sale"', count: kept.length, total_pages: 1, results: kept }),
    }
  },
})
