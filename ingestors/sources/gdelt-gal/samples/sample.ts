// Written by us in the index's shape: a made-up world's news, two one-minute files after each quarter hour, the same for everybody.
import { defineSample } from '../../../define.ts'
import { noise } from '../../../samples/walk.ts'
import { outlets } from './outlets.ts'
import { slots, storyLines } from './stories.ts'

const minuteMs = 60_000
const quarterMinutes = 15
const perFile = 5
const lots = storyLines.flatMap((line) => Array.from({ length: line.weight }, () => line))

const pick = <T>(list: readonly T[], name: string, n: number): T => list[Math.floor(((noise(name, n) + 1) / 2) * list.length)]!

// Told for hours with the same words, as outlets take over each other's: another place or figure is another story.
function fill(text: string, about: string, hours: number): string {
  const filled = text.replaceAll(/\{(\w+)\}/g, (_whole, slot: string) => pick(slots[slot]!, `${slot} ${about}`, hours))
  return filled.charAt(0).toUpperCase() + filled.slice(1)
}

function* linesOf(minute: number): Generator<string> {
  for (let i = 0; i < perFile; i++) {
    const { lang = 'en', title: titleText, desc: descText } = pick(lots, `line ${i}`, minute)
    const hours = Math.floor(minute / 360)
    const [title, desc] = [fill(titleText, titleText, hours), fill(descText, titleText, hours)]
    const domain = pick(outlets[lang]!, `outlet ${i}`, minute)
    const slug = title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    yield JSON.stringify({
      date: new Date(minute * minuteMs).toISOString(),
      url: `https://${domain}/${minute}-${i}/${encodeURIComponent(slug).slice(0, 120)}`,
      domain,
      outletName: domain.replace(/\.example$/, ''),
      outletLogo: '',
      outletTwitter: '',
      title,
      image: '',
      desc,
      lang,
      author: '',
    })
  }
}

export default defineSample({
  answer(url, now) {
    const stamp = /\/gdeltv3\/gal\/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)00\.gal\.json\.gz$/.exec(url.pathname)
    if (url.hostname !== 'storage.googleapis.com' || stamp === null) return null
    const [, year, month, day, hour, minuteOfHour] = stamp.map(Number)
    const minute = Date.UTC(year!, month! - 1, day, hour, minuteOfHour) / minuteMs
    const isThere = minute % quarterMinutes < 2 && minute * minuteMs <= now.getTime()
    if (!isThere) return { status: 404, type: 'application/xml', body: '<Error><Code>NoSuchKey</Code></Error>' }
    return { type: 'application/x-ndjson', body: `${[...linesOf(minute)].join('\n')}\n` }
  },
})
