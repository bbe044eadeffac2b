// A date as it is written in files, or null where it is none.
export function isoDate(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return null
  const at = new Date(text.slice(0, 40))
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
