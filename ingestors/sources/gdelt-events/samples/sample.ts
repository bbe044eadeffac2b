// Written by us in the files' shape: 61 columns apart by tabs, no header, places without a country among them.
import { defineSample } from '../../../define.ts'
import { archiveType, writeArchive } from '../../../samples/archive.ts'
import { noise } from '../../../samples/walk.ts'

const places = [
  ['UP', 'Kharkiv, Ukraine', 49.98, 36.25, 0.55],
  ['SU', 'Khartoum, Sudan', 15.5, 32.55, 0.5],
  ['GZ', 'Gaza, Palestine', 31.5, 34.45, 0.5],
  ['CG', 'Goma, DR Congo', -1.68, 29.22, 0.4],
  ['US', 'Washington, United States', 38.9, -77.03, 0.04],
  ['GM', 'Berlin, Germany', 52.5, 13.4, 0.03],
  ['AS', 'Sydney, Australia', -33.87, 151.2, 0.02],
  ['PK', 'Peshawar, Pakistan', 34, 71.5, 0.25],
  ['', '', 0, 0, 0],
] as const

export default defineSample({
  answer(url) {
    const stamp = /\/gdeltv2\/(\d{14})\.export\.CSV\.zip$/.exec(url.pathname)?.[1]
    if (url.hostname !== 'storage.googleapis.com' || stamp === undefined) return null
    const seed = Number(stamp.slice(4, 12))
    const lines = Array.from({ length: 36 }, (_, i) => {
      const [fips, name, lat, lon, violence] = places[i % places.length]!
      const isFight = (noise(`gdelt/${i}`, seed) + 1) / 2 < violence
      const cells = Array<string>(61).fill('')
      Object.assign(cells, {
        0: String(1_300_000_000 + i),
        1: stamp.slice(0, 8),
        25: i % 6 === 5 ? '0' : '1',
        26: isFight ? '190' : '042',
        27: isFight ? '190' : '042',
        28: isFight ? '19' : '04',
        29: isFight ? '4' : '1',
        30: isFight ? '-10.0' : '1.9',
        31: String(2 + (i % 9)),
        32: '1',
        33: '4',
        34: isFight ? '-6.1' : '0.4',
        51: fips === '' ? '0' : '4',
        52: name,
        53: fips,
        56: fips === '' ? '' : String(lat),
        57: fips === '' ? '' : String(lon),
        59: stamp,
        60: 'https://example.org/sample',
      })
      return cells.join('\t')
    })
    return { type: archiveType, body: writeArchive({ [`${stamp}.export.CSV`]: lines.join('\n') }) }
  },
})
