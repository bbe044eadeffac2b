// Who DefiLlama's facts come from; several sources ask its hosts.
export const defillamaOrigin = {
  id: 'defillama',
  name: 'DefiLlama',
  url: 'https://defillama.com/',
  licence: 'open API, with attribution',
  attribution: 'DefiLlama',
}
