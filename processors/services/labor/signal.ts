// The US labor market signal: hiring, unemployment, claims, openings, employment and quits, each against its own ten years.
import {
  atNewest,
  averageOver,
  averageOverMonths,
  changesOver,
  combineMonths,
  composite,
  differencesOver,
  growthOver,
  minus,
  newestValue,
  type Point,
  partOf,
  ratio,
  roundOrNull,
  type SeriesNamed,
  say,
  scored,
  squash,
} from '../../formula/index.ts'

export interface Release {
  readonly value: number
  readonly earlier: readonly number[]
}

export interface LaborInputs
  extends SeriesNamed<
    | 'payrollsK'
    | 'unemployment'
    | 'underemployment'
    | 'unemployedK'
    | 'participation'
    | 'primeAgeParticipation'
    | 'primeAgeEmployment'
    | 'hourlyEarnings'
    | 'wageTracker'
    | 'cpi'
    | 'openingsK'
    | 'quitsRate'
    | 'layoffsRate'
    | 'sahmPublished'
    | 'claims'
    | 'continued'
  > {
  /** The newest payroll release and the one before it, as each was printed. */
  readonly releases: { readonly newest: Release | null; readonly before: Release | null }
}

export const labels = ['overheating', 'tight', 'balanced', 'cooling', 'weak'] as const

const overheatingWagesPct = 4.5
const quarterDays = 91
const fewestMeans = 9

/** Sahm's rule: the three-month mean of unemployment less its lowest of the twelve months before. */
export function sahmOf(unemployment: readonly Point[]): Point[] {
  const means = averageOverMonths(unemployment, 3)
  return means.flatMap((point) => {
    const before = means.filter(({ at }) => at < point.at && monthNumber(point.at) - monthNumber(at) <= 12)
    // A month that was never measured leaves three means out; a year of them does.
    if (before.length < fewestMeans) return []
    return [{ at: point.at, value: point.value - Math.min(...before.map(({ value }) => value)) }]
  })
}

/** The newest payroll release, and the one before where it is of the month before. */
export function releasesOf(
  facts: readonly {
    readonly observedAt: Date
    readonly value: { readonly value: number; readonly earlier?: readonly number[] }
  }[],
): LaborInputs['releases'] {
  const [newest, before] = facts.slice(-2).reverse()
  const read = ({ value }: (typeof facts)[number]): Release => ({ value: value.value, earlier: value.earlier ?? [] })
  const isNext =
    newest !== undefined && before !== undefined && monthNumber(newest.observedAt) - monthNumber(before.observedAt) === 1
  return { newest: newest === undefined ? null : read(newest), before: isNext ? read(before) : null }
}

const monthNumber = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth()

/** By how much a release moved the two months that the one before it had already printed, in all. */
export function revisionOf(newest: Release | null, before: Release | null): number | null {
  const [now, then] = [newest?.earlier, before?.earlier]
  // The change over the two months before the newest: now positions 0 and 2 of the earlier ones, then the newest and position 1.
  if (now?.[0] === undefined || now[2] === undefined || then?.[1] === undefined) return null
  return now[0] - now[2] - (before!.value - then[1])
}

export function computeLabor(inputs: LaborInputs, now: Date) {
  const jobs = differencesOver(inputs.payrollsK, 1)
  const hiring = averageOverMonths(jobs, 3)
  const sahm = inputs.sahmPublished.length > 0 ? inputs.sahmPublished : sahmOf(inputs.unemployment)
  const claims = averageOver(inputs.claims, 4)
  const claimsMove = changesOver(claims, quarterDays)
  const tightness = combineMonths(inputs.openingsK, inputs.unemployedK, ratio)
  const employment = differencesOver(inputs.primeAgeEmployment, 6)
  const wages = growthOver(inputs.hourlyEarnings, 12)
  const gap = newestValue(sahm)
  const mix = composite(
    [
      partOf('payrolls', 0.25, hiring, 95, scored(hiring, 1)),
      partOf('sahm', 0.2, sahm, 95, gap === null ? null : squash((-gap / 0.5) * 2)),
      partOf('claims', 0.15, claimsMove, 21, scored(claimsMove, -1)),
      partOf('openings', 0.15, tightness, 125, scored(tightness, 1)),
      partOf('prime_age_employment', 0.15, employment, 95, scored(employment, 1)),
      partOf('quits', 0.1, inputs.quitsRate, 125, scored(inputs.quitsRate, 1)),
    ],
    now,
  )
  const wageGrowth = atNewest(inputs.hourlyEarnings, wages)
  const hired = atNewest(inputs.payrollsK, hiring)
  const at = (points: readonly Point[]) => points.at(-1)?.at ?? null
  const thousands = (points: readonly Point[]) => ratio(newestValue(points), 1_000)
  const label = readLabel(mix.score, wageGrowth)
  return {
    mix,
    label,
    payrolls: {
      month: inputs.payrollsK.at(-1)?.at ?? null,
      mom_k: atNewest(inputs.payrollsK, jobs),
      avg_3m_k: hired,
      revision_2m_k: revisionOf(inputs.releases.newest, inputs.releases.before),
      yoy_pct: atNewest(inputs.payrollsK, growthOver(inputs.payrollsK, 12)),
    },
    unemployment: {
      u3_pct: newestValue(inputs.unemployment),
      u6_pct: newestValue(inputs.underemployment),
      sahm: gap,
      sahm_triggered: gap === null ? null : roundOrNull(gap, 2)! >= 0.5,
      month: at(inputs.unemployment),
      sahm_month: at(sahm),
    },
    participation: {
      lfpr_pct: newestValue(inputs.participation),
      prime_age_pct: newestValue(inputs.primeAgeParticipation),
      prime_age_employment_pct: newestValue(inputs.primeAgeEmployment),
      month: at(inputs.primeAgeEmployment),
    },
    wages: {
      ahe_mom_pct: atNewest(inputs.hourlyEarnings, growthOver(inputs.hourlyEarnings, 1)),
      ahe_yoy_pct: wageGrowth,
      real_yoy_pct: atNewest(inputs.hourlyEarnings, combineMonths(wages, growthOver(inputs.cpi, 12), minus)),
      wage_tracker_pct: newestValue(inputs.wageTracker),
      month: at(inputs.hourlyEarnings),
      cpi_month: at(inputs.cpi),
      wage_tracker_month: at(inputs.wageTracker),
    },
    claims: {
      week: inputs.claims.at(-1)?.at ?? null,
      initial_k: thousands(inputs.claims),
      avg4_k: thousands(claims),
      continuing_k: thousands(inputs.continued),
      continuing_week: at(inputs.continued),
    },
    jolts: {
      month: inputs.openingsK.at(-1)?.at ?? null,
      openings_m: ratio(newestValue(inputs.openingsK), 1_000),
      quits_rate_pct: newestValue(inputs.quitsRate),
      layoffs_rate_pct: newestValue(inputs.layoffsRate),
      vacancy_unemployment_ratio: atNewest(inputs.openingsK, tightness),
    },
    summary:
      `US labor market ${label}: payrolls ${say(hired, 0, 'k')} a month over three, unemployment ` +
      `${say(newestValue(inputs.unemployment), 1, ' %')}${ofMonth(inputs.unemployment)}, Sahm ${say(gap, 2)}, claims ${say(thousands(claims), 0, 'k')} a week, ` +
      `wages ${say(wageGrowth, 1, ' %')} on the year.`,
  }
}

const ofMonth = (points: readonly Point[]): string => {
  const newest = points.at(-1)
  return newest === undefined ? '' : ` (${newest.at.toISOString().slice(0, 7)})`
}

// Much work and fast wages is more than tight.
function readLabel(score: number, wagesPct: number | null): (typeof labels)[number] {
  if (score > 50 && wagesPct !== null && wagesPct > overheatingWagesPct) return 'overheating'
  return score >= 20 ? 'tight' : score > -20 ? 'balanced' : score > -60 ? 'cooling' : 'weak'
}
