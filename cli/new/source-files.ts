// The files of a new service's source: a topic, an ingestor and a sample that stand as they are and are meant to be changed.
import type { ServiceNames } from './names.ts'

export const topicFile = ({
  source,
  topic,
}: ServiceNames): string => `// TODO: who publishes these figures, and what one of them is.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const ${topic} = defineTopic({
  name: '${source}.daily.v1',
  origin: {
    id: '${source}',
    name: 'TODO: the publisher',
    url: 'https://${source}.example/',
    licence: 'TODO: its terms',
    attribution: 'TODO: as its terms ask',
  },
  schema: Type.Object({ date: Type.String({ format: 'date' }), value: Type.Number(), vintage }),
  retention: { days: 36_500 },
  key: () => 'all',
  observedAt: (figure) => new Date(\`\${figure.date}T00:00:00Z\`),
  ...revisedByVintage,
})
`

export const ingestorFile = ({ source, topic }: ServiceNames): string => `// Polls the whole table once a day.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { toIsoDate } from '../../csv.ts'
import { defineIngestor } from '../../define.ts'
import { ${topic} } from './topic.ts'

export default defineIngestor<ValueOf<typeof ${topic}>, unknown>({
  source: '${source}',
  topic: ${topic},
  schedule: '10 6 * * *',
  // C keeps it off in the live world until somebody has read its terms.
  grade: 'C',
  fetch: ({ http, signal }) => http.json('https://${source}.example/daily.json', { signal }),
  parse(rows, at) {
    if (!Array.isArray(rows)) throw new TollgateError('upstream_changed', 'the table is no list')
    return rows.map((row: { date?: unknown; value?: unknown } | null) => {
      if (typeof row?.date !== 'string' || typeof row.value !== 'number')
        throw new TollgateError('upstream_changed', 'a row has no date or no number')
      return { date: toIsoDate(row.date), value: row.value, vintage: at.toISOString() }
    })
  },
})
`

export const sampleFile = ({
  source,
}: ServiceNames): string => `// Written by us in the upstream's shape: one row a day, newest last.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate, level } from '../../../walk.ts'

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
