// GPU prices of fourteen clouds from the public catalog that SkyPilot keeps.
import { gpuOffers } from '../../shapes/gpu-offers.ts'

export const catalogGpus = gpuOffers('skypilot.gpu-offers.v1', {
  id: 'skypilot-gpus',
  name: 'SkyPilot catalog',
  url: 'https://github.com/skypilot-org/skypilot-catalog',
  licence: 'Apache-2.0',
  attribution: 'SkyPilot catalog contributors',
})

export { type Gpu, type GpuOffer, gpuNames, gpuTiers } from '../../shapes/gpu-offers.ts'
