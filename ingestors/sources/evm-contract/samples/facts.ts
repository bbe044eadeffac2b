// Written by us: one reading of the contract the documents show, beside the registry's sample of it.
import { sampleContract, sampleDeployment, sampleFunctions, samplePlace } from '../../../contracts/sample-reading.ts'

export default (now: Date) => [
  {
    ...samplePlace(now),
    contract: { ...sampleContract, functions: sampleFunctions },
    deployment: sampleDeployment,
    registry: true,
  },
]
