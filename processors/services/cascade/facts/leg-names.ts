// Names of legs as positions carry them; the reserve's own rules hold where its eMode has none.
export const reserveName = (market: string, reserve: string): string => `${market}|${reserve}`
export const modeName = (market: string, reserve: string, emode: number): string =>
  emode === 0 ? reserveName(market, reserve) : `${market}|${reserve}|${emode}`
export const cometDebtName = (market: string): string => `${market}|base`
/** Of a vault that lends; what it takes is named by `reserveName`. */
export const eulerDebtName = (vault: string): string => `${vault}|debt`
/** Of both sides of a vault of Fluid. */
export const fluidName = (vault: string): string => `fluid|${vault}`
export const morphoName = (id: string): string => `morpho-blue|${id}`

export function withoutMode(name: string): string {
  return name.split('|').slice(0, 2).join('|')
}
