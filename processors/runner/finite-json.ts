// JSON that refuses numbers JSON does not have: JSON.stringify turns NaN and Infinity into null without a word.
export function finiteJson(value: unknown): string {
  refuseNonFinite('', value)
  return JSON.stringify(value)
}

// A formula that makes one is wrong and must be heard. Looked for first: writing with a function for each member takes five times as long.
function refuseNonFinite(member: string | number, value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${member} is ${value}`)
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) for (let i = 0; i < value.length; i++) refuseNonFinite(i, value[i])
  else for (const name of Object.keys(value)) refuseNonFinite(name, (value as Record<string, unknown>)[name])
}
