// Plausible numbers for samples: a seeded walk that is the same on every machine for the same name and day.
const dayMs = 86_400_000

/** A repeatable value in [-1, 1) for a name and an integer. */
export function noise(name: string, n: number): number {
  let h = 2166136261 ^ n
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 16777619)
  h = Math.imul(h ^ (h >>> 15), 2246822507)
  h = Math.imul(h ^ (h >>> 13), 3266489909)
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 31 - 1
}

interface Wave {
  readonly periodDays: number
  readonly share: number
  step: number
  from: number
  to: number
}

const wavesOf = new Map<string, Wave[]>()
const mostKept = 2_000

/** Years, months and days; each with the two ends of the step it is on, which days that follow each other share. */
function wavesNamed(name: string): Wave[] {
  const known = wavesOf.get(name)
  if (known !== undefined) return known
  if (wavesOf.size === mostKept) wavesOf.clear()
  const waves = [
    [1_500, 0.7],
    [120, 0.25],
    [7, 0.05],
  ].map(([periodDays, share]) => ({ periodDays: periodDays!, share: share!, step: Number.NaN, from: 0, to: 0 }))
  wavesOf.set(name, waves)
  return waves
}

/** A slow wave around a centre, in waves of years, months and days: a level that history could have had. */
export function level(name: string, day: number, centre: number, swing: number): number {
  let sum = 0
  for (const wave of wavesNamed(name)) {
    const { periodDays, share } = wave
    const step = Math.floor(day / periodDays)
    if (wave.step !== step) {
      wave.step = step
      wave.from = noise(`${name}/${periodDays}`, step)
      wave.to = noise(`${name}/${periodDays}`, step + 1)
    }
    const part = day / periodDays - step
    const eased = part * part * (3 - 2 * part)
    sum += share * (wave.from * (1 - eased) + wave.to * eased)
  }
  return centre + swing * sum
}

export const dayNumber = (date: Date): number => Math.floor(date.getTime() / dayMs)
export const dateOfDay = (day: number): Date => new Date(day * dayMs)
export const isoDate = (date: Date): string => date.toISOString().slice(0, 10)

/** Monday to Friday from the first to the last day, oldest first. */
export function workdays(from: Date, to: Date): Date[] {
  const days: Date[] = []
  for (let day = dayNumber(from); day <= dayNumber(to); day++) {
    const date = dateOfDay(day)
    if (date.getUTCDay() !== 0 && date.getUTCDay() !== 6) days.push(date)
  }
  return days
}
