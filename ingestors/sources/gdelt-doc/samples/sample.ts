// Written by us in the DOC API's shape: a made-up world's news of three days, searched by word, and the volume curve of a question.
import { defineSample } from '../../../define.ts'
import { noise } from '../../../walk.ts'
import { outlets, themes } from './headlines.ts'

interface Story {
  readonly seenAt: Date
  readonly title: string
  readonly words: string
  readonly outlet: (typeof outlets)[number]
}

const hours = 72
const minuteMs = 60_000
const stamp = (date: Date): string => `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

// Every headline runs again every few hours, elsewhere: as outlets take over each other's.
function* storiesOf(now: Date): Generator<Story> {
  const quarter = Math.floor(now.getTime() / (15 * minuteMs)) * 15 * minuteMs
  for (const [theme, titles] of Object.entries(themes)) {
    const everyHours = theme.includes('market') ? 2.2 : 9
    for (const [at, title] of titles.entries()) {
      for (let back = 1 + at; back < hours; back += everyHours * (1 + 0.4 * noise(title, Math.round(back)))) {
        const outlet = outlets[Math.floor((noise(title, Math.floor(back)) + 1) * 2.5)]!
        yield {
          seenAt: new Date(quarter - Math.floor(back * 4) * 15 * minuteMs),
          title,
          words: `${theme} ${title}`.toLowerCase(),
          outlet,
        }
      }
    }
  }
}

function search(url: URL, now: Date): Story[] {
  const query = (url.searchParams.get('query') ?? '').toLowerCase()
  const language = /sourcelang:(\w+)/.exec(query)?.[1]
  const words = query
    .replace(/sourcelang:\w+/, '')
    .split(/\s+/)
    .filter(Boolean)
  return [...storiesOf(now)]
    .filter((story) => words.every((word) => story.words.includes(word)))
    .filter(({ outlet }) => language === undefined || outlet[1].toLowerCase() === language)
    .sort((a, b) => b.seenAt.getTime() - a.seenAt.getTime() || (a.title < b.title ? -1 : 1))
}

function describe({ seenAt, title, outlet: [domain, language, sourcecountry] }: Story) {
  const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const url = `https://${domain}/${seenAt.toISOString().slice(0, 13)}/${slug}`
  return { url, url_mobile: '', title, seendate: stamp(seenAt), socialimage: '', domain, language, sourcecountry }
}

function curveOf(stories: readonly Story[], now: Date) {
  const end = Math.floor(now.getTime() / (60 * minuteMs))
  const data = Array.from({ length: hours }, (_, i) => {
    const hour = end - hours + i
    const n = stories.filter(({ seenAt }) => Math.floor(seenAt.getTime() / (60 * minuteMs)) === hour).length
    return { date: stamp(new Date(hour * 60 * minuteMs)), value: Math.round(n * 150) / 10_000 }
  })
  return { timeline: [{ series: 'Volume Intensity', data }] }
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.gdeltproject.org') return null
    const stories = search(url, now)
    const isCurve = url.searchParams.get('mode') === 'TimelineVol'
    const most = Number(url.searchParams.get('maxrecords') ?? '75')
    const list = stories.length === 0 ? {} : { articles: stories.slice(0, most).map(describe) }
    return { type: 'application/json', body: JSON.stringify(isCurve ? curveOf(stories, now) : list) }
  },
})
