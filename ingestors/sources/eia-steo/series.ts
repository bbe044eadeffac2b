// What is kept of the short-term energy outlook: EIA's number of each series, by the sheet it stands on.
export const outlookRegions = {
  AP: 'appalachia',
  BK: 'bakken',
  EF: 'eagle-ford',
  HA: 'haynesville',
  PM: 'permian',
  R48: 'rest-of-l48',
} as const

const regional = (measures: readonly string[]): string[] =>
  measures.flatMap((measure) => Object.keys(outlookRegions).map((code) => `${measure}${code}`))

export const outlookSheets: Readonly<Record<string, readonly string[]>> = {
  '2tab': ['WTIPUUS', 'BREPUUS', 'NGHHUUS'],
  '4atab': ['COPRPUS', 'PAPRPAK', 'PAPRPGLF'],
  '5atab': ['NGPRPUS', 'NGMPPUS'],
  '10atab': regional(['RIGS', 'NWD', 'NWC', 'DUCS', 'COPR', 'NGMP', 'CONW', 'CONWR', 'COEOP', 'NGNWR']),
  '10btab': ['TOPRNI', 'TOPRWF', 'TOPRAC', 'SNGPRNI', 'SNGPRWF', 'SNGPRBN'],
}
