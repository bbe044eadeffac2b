// The files of a new service's source: a topic, an ingestor and a sample that stand as they are and are meant to be changed.
import type { ServiceNames } from './names.ts'

export const topicFile = ({
  source,
  topic,
}: ServiceNames): string => `// TODO: who publishes these figures, and what one of them is.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'

export const ${topic} = dailySeries(
  '${source}.daily.v1',
  {
    id: '${source}',
    name: 'TODO: the publisher',
    url: 'https://${source}.example/',
    licence: 'TODO: its terms',
    attribution: 'TODO: as its terms ask',
  },
  { value: Type.Number() },
)
`

export const ingestorFile = ({ source, topic }: ServiceNames): string => `// Polls the whole table once a day.
import { toIsoDate } from '../../formats/csv.ts'
import { readNumber, readRows, readText } from '../../formats/json.ts'
import { jsonRows } from '../../shapes/tables.ts'
import { ${topic} } from './topic.ts'

export default jsonRows({
  source: '${source}',
  topic: ${topic},
  schedule: '10 6 * * *',
  // C keeps it off in the live world until somebody has read its terms.
  grade: 'C',
  // 'captured <date>' once this parser has read what the upstream really sent, 'documented' when its shape is the upstream's own word.
  proof: 'guessed',
  url: 'https://${source}.example/daily.json',
  rows: (answer) => readRows(answer, 'the table'),
  // What throws here costs its row; the poller counts it, and stamps the others with the time they were seen.
  row: (row) => ({ date: toIsoDate(readText(row.date, 'date')), value: readNumber(row.value, 'value') }),
})
`

export const sampleFile = ({
  source,
}: ServiceNames): string => `// Written by us in the upstream's shape: one row a day, newest last.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate, level } from '../../../samples/walk.ts'

const days = 400

export default defineSample({
  answer(url, now) {
    if (url.hostname !== '${source}.example') return null
    const last = dayNumber(now) - 1
    const rows = Array.from({ length: days }, (_, i) => {
      const day = last - days + 1 + i
      return { date: isoDate(dateOfDay(day)), value: Number(level('${source}', day, 100, 20).toFixed(2)) }
    })
    return { type: 'application/json', body: JSON.stringify(rows) }
  },
})
`
