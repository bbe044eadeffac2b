// Letters in which the FDA did not approve a drug.
import { catalysts } from '../../shapes/catalysts.ts'

export const responseLetters = catalysts('openfda.response-letters.v1', {
  id: 'openfda-letters',
  name: 'openFDA, complete response letters',
  url: 'https://open.fda.gov/transparency/',
  licence: 'CC0 1.0',
  attribution: 'openFDA, U.S. Food and Drug Administration',
})
