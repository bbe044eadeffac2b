// The Eurostat tables followed: what each is asked for, by what it means.
export interface Dataset {
  readonly code: string
  readonly query: Readonly<Record<string, string>>
  /** Periods of the first poll, and of every later one: the months that are still revised. */
  readonly periods: { readonly first: number; readonly later: number }
}

const monthly = { first: 132, later: 15 }
const quarterly = { first: 44, later: 9 }

export const datasets = {
  // Its forerunner prc_hicp_manr ended with December 2025 and is still served.
  inflation_pct: { code: 'prc_hicp_minr', query: { unit: 'RCH_A', coicop18: 'TOTAL' }, periods: monthly },
  core_inflation_pct: { code: 'prc_hicp_minr', query: { unit: 'RCH_A', coicop18: 'TOT_X_NRG_FOOD' }, periods: monthly },
  unemployment_pct: {
    code: 'une_rt_m',
    query: { s_adj: 'SA', age: 'TOTAL', sex: 'T', unit: 'PC_ACT' },
    periods: monthly,
  },
  production_yoy_pct: {
    code: 'sts_inpr_m',
    query: { indic_bt: 'PRD', nace_r2: 'B-D', s_adj: 'CA', unit: 'PCH_SM' },
    periods: monthly,
  },
  sentiment_index: { code: 'ei_bssi_m_r2', query: { indic: 'BS-ESI-I', s_adj: 'SA' }, periods: monthly },
  gdp_yoy_pct: { code: 'namq_10_gdp', query: { unit: 'CLV_PCH_SM', s_adj: 'SCA', na_item: 'B1GQ' }, periods: quarterly },
  gdp_meur: { code: 'namq_10_gdp', query: { unit: 'CP_MEUR', s_adj: 'SCA', na_item: 'B1GQ' }, periods: quarterly },
  debt_pct_gdp: { code: 'gov_10q_ggdebt', query: { unit: 'PC_GDP', sector: 'S13', na_item: 'GD' }, periods: quarterly },
} as const satisfies Record<string, Dataset>

export type Measure = keyof typeof datasets
export const measures = Object.keys(datasets) as Measure[]

export const quarterlyMeasures: ReadonlySet<string> = new Set(
  measures.filter((measure) => datasets[measure].periods === quarterly),
)

export const euroArea = 'EA21'
/** The area before Bulgaria came; its facts may still be on the log. */
export const formerArea = 'EA20'
/** ISO codes; Eurostat writes Greece as EL. */
export const members = 'DE FR IT ES NL BE AT IE PT GR FI PL SE DK CZ HU RO CH NO'.split(' ')
export const theirCode = (iso2: string): string => (iso2 === 'GR' ? 'EL' : iso2)
