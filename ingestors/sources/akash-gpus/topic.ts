// GPU bids and free cards of the Akash network.
import { gpuOffers } from '../../shapes/gpu-offers.ts'

export const akashGpus = gpuOffers('akash.gpu-offers.v1', {
  id: 'akash-gpus',
  name: 'Akash Network, GPU prices',
  url: 'https://console.akash.network/',
  licence: 'public interface, with credit',
  attribution: 'Akash Network',
})
