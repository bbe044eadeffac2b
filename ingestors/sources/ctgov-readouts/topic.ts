// Late trials of industry by the day their main measure is complete, by their own estimate.
import { catalysts } from '../../shapes/catalysts.ts'

export const trialReadouts = catalysts('ctgov.readouts.v1', {
  id: 'ctgov-readouts',
  name: 'ClinicalTrials.gov',
  url: 'https://clinicaltrials.gov/',
  licence: 'public domain, with credit',
  attribution: 'U.S. National Library of Medicine',
})
