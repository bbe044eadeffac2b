// Rules, proposed rules and presidential documents as the Federal Register publishes them, one fact a document.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'

export const registerDocuments = defineTopic({
  name: 'federal-register.documents.v1',
  origin: {
    id: 'federal-register',
    name: 'Federal Register',
    url: 'https://www.federalregister.gov/developers/documentation/api/v1',
    licence: 'public domain',
    attribution: 'Office of the Federal Register',
  },
  schema: Type.Object({
    number: Type.String({ minLength: 1 }),
    kind: Type.String({ enum: ['Rule', 'Proposed Rule', 'Presidential Document'] }),
    date: Type.String({ format: 'date' }),
    title: Type.String({ minLength: 1 }),
    agencies: Type.Array(Type.String({ minLength: 1 })),
    url: Type.String(),
  }),
  moves: { days: 5, of: 'any' },
  retention: { days: 800 },
  key: (value) => value.number,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
})
