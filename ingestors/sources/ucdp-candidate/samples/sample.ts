// Written by us in the release's shape: its 49 columns, times with milliseconds, a page that links to older releases too.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate, noise } from '../../../samples/walk.ts'

const header =
  'id,relid,year,active_year,code_status,type_of_violence,conflict_dset_id,conflict_new_id,conflict_name,dyad_dset_id,dyad_new_id,dyad_name,side_a_dset_id,side_a_new_id,side_a,side_b_dset_id,side_b_new_id,side_b,number_of_sources,source_article,source_office,source_date,source_headline,source_original,where_prec,where_coordinates,where_description,adm_1,adm_2,latitude,longitude,geom_wkt,priogrid_gid,country,country_id,region,event_clarity,date_prec,date_start,date_end,deaths_a,deaths_b,deaths_civilians,deaths_unknown,best,high,low,gwnoa,gwnob'.split(
    ',',
  )
const places = [
  ['Ukraine', 'Kharkiv city', 49.98, 36.25, 40],
  ['Sudan', 'Khartoum state', 15.5, 32.55, 60],
  ['DR Congo (Zaire)', 'Goma town', -1.68, 29.22, 12],
  ['Pakistan', 'Peshawar city', 34, 71.5, 6],
] as const

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'ucdp.uu.se') return null
    const newest = dayNumber(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0))) - (now.getUTCDate() < 21 ? 31 : 0)
    const year = String(dateOfDay(newest).getUTCFullYear()).slice(2)
    const month = dateOfDay(newest).getUTCMonth() + 1
    const file = `GEDEvent_v${year}_01_${year}_${String(month).padStart(2, '0')}.csv`
    if (url.pathname === '/downloads/')
      return {
        type: 'text/html',
        body: `<html><body><a href="candidateged/GEDEvent_v${year}_0_1.csv">older</a><a href="candidateged/${file}">newest</a></body></html>`,
      }
    if (url.pathname !== `/downloads/candidateged/${file}`) return { status: 404, type: 'text/plain', body: 'not found' }
    const rows = Array.from({ length: 120 }, (_, i) => {
      const [country, where, lat, lon, size] = places[i % places.length]!
      const day = isoDate(dateOfDay(newest - Math.floor(i * 1.2)))
      const best = Math.floor(((noise('ucdp', i) + 1) / 2) * size)
      const cells: Record<string, string> = {
        id: String(500_000 + i),
        relid: `S-${i}`,
        year: `20${year}`,
        active_year: 'true',
        code_status: 'Clear',
        type_of_violence: '1',
        where_description: where,
        adm_1: where,
        latitude: String(lat),
        longitude: String(lon),
        country,
        region: 'Sample',
        date_start: `${day} 00:00:00.000`,
        date_end: `${day} 00:00:00.000`,
        deaths_civilians: '0',
        best: String(best),
        high: String(best + 4),
        low: String(Math.max(0, best - 2)),
      }
      return header.map((name) => cells[name] ?? '').join()
    })
    return { type: 'text/csv', body: `${header.join()}\n${rows.join('\n')}\n` }
  },
})
