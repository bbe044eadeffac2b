// Which member of the House reported transactions, and when: the Clerk's index, for whoever's counsel agreed to its use.
import Type from 'typebox'
import { datedOnce } from '../../shapes/topics.ts'

export const houseReports = datedOnce(
  'house.transaction-reports.v1',
  {
    id: 'house-reports',
    name: 'Clerk of the House, index of financial disclosure reports',
    url: 'https://disclosures-clerk.house.gov/FinancialDisclosure',
    licence:
      '5 U.S.C. 13107 forbids commercial use of the reports but by news media: on only where the operator’s counsel agreed',
    attribution: 'Clerk of the US House of Representatives',
  },
  'filed',
  {
    report: Type.String({ pattern: '^[0-9]{4,10}$', description: 'the Clerk’s number' }),
    member: Type.String({ maxLength: 120 }),
    state: Type.String({ pattern: '^[A-Z]{2}$' }),
    district: Type.Integer({ minimum: 0, maximum: 60, description: '0: the whole state' }),
    url: Type.String({ maxLength: 200 }),
  },
  { key: (value) => value.report, moves: { days: 10, of: 'any' }, keptDays: 400 },
)
