// Rules, proposed rules and presidential documents as the Federal Register publishes them, one fact a document.
import Type from 'typebox'
import { datedOnce } from '../../shapes/topics.ts'

export const registerDocuments = datedOnce(
  'federal-register.documents.v1',
  {
    id: 'federal-register',
    name: 'Federal Register',
    url: 'https://www.federalregister.gov/developers/documentation/api/v1',
    licence: 'public domain',
    attribution: 'Office of the Federal Register',
  },
  'date',
  {
    number: Type.String({ minLength: 1 }),
    kind: Type.String({ enum: ['Rule', 'Proposed Rule', 'Presidential Document'] }),
    title: Type.String({ minLength: 1 }),
    agencies: Type.Array(Type.String({ minLength: 1 })),
    url: Type.String(),
  },
  { key: (value) => value.number, moves: { days: 5, of: 'any' }, keptDays: 800 },
)
