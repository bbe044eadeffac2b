// Written by us in the interface's shape: days and months, placebo among the interventions, a trial that was stopped.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'clinicaltrials.gov' || url.pathname !== '/api/v2/studies') return null
    const studies = Array.from({ length: 14 }, (_, i) => {
      const date = isoDate(dateOfDay(dayNumber(now) + 6 + i * 19))
      return {
        protocolSection: {
          identificationModule: { nctId: `NCT0${7_600_000 + i}`, briefTitle: `A Sample Trial ${i}` },
          statusModule: {
            overallStatus: i === 5 ? 'TERMINATED' : 'ACTIVE_NOT_RECRUITING',
            primaryCompletionDateStruct: { date: i % 3 === 0 ? date.slice(0, 7) : date },
          },
          sponsorCollaboratorsModule: { leadSponsor: { name: i % 2 === 0 ? 'Sample Pharma' : 'Example Bio' } },
          conditionsModule: { conditions: [i % 2 === 0 ? 'Obesity' : 'Non-Small Cell Lung Cancer'] },
          designModule: { phases: i % 4 === 3 ? ['PHASE2', 'PHASE3'] : i % 4 === 2 ? ['PHASE2'] : ['PHASE3'] },
          armsInterventionsModule: { interventions: [{ name: 'Placebo' }, { name: `Samplimab ${i}` }] },
        },
      }
    })
    return { type: 'application/json', body: JSON.stringify({ totalCount: studies.length, studies }) }
  },
})
