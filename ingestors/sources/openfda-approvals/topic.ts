// Approvals of new drugs and of new uses, of the last months.
import { catalysts } from '../../shapes/catalysts.ts'

export const drugApprovals = catalysts('openfda.approvals.v1', {
  id: 'openfda-approvals',
  name: 'openFDA, Drugs@FDA',
  url: 'https://open.fda.gov/apis/drug/drugsfda/',
  licence: 'CC0 1.0',
  attribution: 'openFDA, U.S. Food and Drug Administration',
})
