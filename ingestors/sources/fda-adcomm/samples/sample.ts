// Written by us in the table's shape: linked titles, a postponed meeting, one without a date.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.fda.gov' || !url.pathname.endsWith('/advisory-committee-calendar-json')) return null
    const written = (day: number) =>
      dateOfDay(day)
        .toISOString()
        .replace(/^(\d{4})-(\d{2})-(\d{2}).*$/, '$2/$3/$1')
    const today = dayNumber(now)
    const row = (name: string, days: number | null) => ({
      field_start_date: days === null ? '' : `${written(today + days)} 09:00 AM EDT`,
      field_end_date: days === null ? '' : `${written(today + days)} 04:00 PM EDT`,
      title: `<a href="/advisory-committees/advisory-committee-calendar/${name.toLowerCase().replaceAll(' ', '-')}" hreflang="en">${name}</a>`,
      field_contributing_office: '',
      field_center: 'Center for Drug Evaluation and Research',
    })
    const rows = [
      row('Sample Oncologic Drugs Committee', 24),
      row('Sample Cardiovascular Committee', 60),
      row('POSTPONED - Sample Vaccines Committee', 12),
      row('Sample Pediatric Committee', -30),
      row('Sample Devices Panel', null),
    ]
    return { type: 'application/json', body: JSON.stringify(rows) }
  },
})
