// The BLS series followed, by what they mean.
export const blsSeries = {
  unemployment: 'LNS14000000',
  underemployment: 'LNS13327709',
  participation: 'LNS11300000',
  primeAgeParticipation: 'LNS11300060',
  primeAgeEmployment: 'LNS12300060',
  unemployedK: 'LNS13000000',
  payrollsK: 'CES0000000001',
  hourlyEarnings: 'CES0500000003',
  weeklyHours: 'CES0500000002',
  openingsK: 'JTS000000000000000JOL',
  quitsRate: 'JTS000000000000000QUR',
  layoffsRate: 'JTS000000000000000LDR',
  cpi: 'CUSR0000SA0',
} as const
