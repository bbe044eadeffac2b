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

/** A slow wave around a centre, in waves of years, months and days: a level that history could have had. */
export function level(name: string, day: number, centre: number, swing: number): number {
  const wave = (periodDays: number) => {
    const step = Math.floor(day / periodDays)
    const part = day / periodDays - step
    const eased = part * part * (3 - 2 * part)
    return noise(`${name}/${periodDays}`, step) * (1 - eased) + noise(`${name}/${periodDays}`, step + 1) * eased
  }
  return centre + swing * (0.7 * wave(1_500) + 0.25 * wave(120) + 0.05 * wave(7))
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
