// Written by us in the DOC API's shape: a question's curves of three days, by the hour; a question nobody writes about has none.
import { defineSample } from '../../../define.ts'
import { noise } from '../../../samples/walk.ts'

const hours = 72
const hourMs = 3_600_000
const stamp = (date: Date): string => `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.gdeltproject.org') return null
    const query = (url.searchParams.get('query') ?? '').toLowerCase()
    const isTone = url.searchParams.get('mode') === 'TimelineTone'
    const newest = Math.floor(now.getTime() / hourMs)
    const data = Array.from({ length: hours }, (_, i) => {
      const hour = newest - hours + 1 + i
      const [swing, centre] = isTone ? [2.5, -0.8] : [0.04, 0.09]
      return { date: stamp(new Date(hour * hourMs)), value: Math.round((centre + swing * noise(query, hour)) * 10_000) / 10_000 }
    })
    const series = isTone ? 'Average Tone' : 'Volume Intensity'
    const answer = /zz/.test(query) ? {} : { timeline: [{ series, data }] }
    return { type: 'application/json', body: JSON.stringify(answer) }
  },
})
