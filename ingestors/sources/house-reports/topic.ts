// Which member of the House reported transactions, and when: the Clerk's index, for whoever's counsel agreed to its use.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'

export const houseReports = defineTopic({
  name: 'house.transaction-reports.v1',
  origin: {
    id: 'house-reports',
    name: 'Clerk of the House, index of financial disclosure reports',
    url: 'https://disclosures-clerk.house.gov/FinancialDisclosure',
    licence:
      '5 U.S.C. 13107 forbids commercial use of the reports but by news media: on only where the operator’s counsel agreed',
    attribution: 'Clerk of the US House of Representatives',
  },
  schema: Type.Object({
    report: Type.String({ pattern: '^[0-9]{4,10}$', description: 'the Clerk’s number' }),
    member: Type.String({ maxLength: 120 }),
    state: Type.String({ pattern: '^[A-Z]{2}$' }),
    district: Type.Integer({ minimum: 0, maximum: 60, description: '0: the whole state' }),
    filed: Type.String({ format: 'date' }),
    url: Type.String({ maxLength: 200 }),
  }),
  moves: { days: 10, of: 'any' },
  retention: { days: 400 },
  key: (value) => value.report,
  observedAt: (value) => new Date(`${value.filed}T00:00:00Z`),
})
