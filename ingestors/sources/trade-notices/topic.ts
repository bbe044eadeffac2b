// Documents of the Federal Register on tariffs, and on minerals the United States holds for critical.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'

export const subjects = ['tariffs', 'critical_minerals'] as const
export type Subject = (typeof subjects)[number]

export const tradeNotices = dailySeries(
  'federal-register.trade-notices.v1',
  {
    id: 'trade-notices',
    name: 'Federal Register: documents on tariffs and critical minerals',
    url: 'https://www.federalregister.gov/',
    licence: 'public domain',
    attribution: 'Office of the Federal Register',
  },
  {
    subject: Type.String({ enum: [...subjects] }),
    number: Type.String({ minLength: 1, maxLength: 40 }),
    title: Type.String({ minLength: 1, maxLength: 600 }),
    type: Type.String({ minLength: 1, maxLength: 60 }),
    url: Type.String({ pattern: '^https://www\\.federalregister\\.gov/' }),
  },
  { key: (value) => `${value.subject}:${value.number}`, description: 'the day it was published', keptDays: 1_100 },
)
